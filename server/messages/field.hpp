#pragma once

#include <string_view>

namespace springtide::server {

/// A field of a request or of a body: its type is that of the member, which is optional where the field may be absent.
template <class OfRequest, class OfMember>
struct Field {
    using Request = OfRequest;
    using Member = OfMember;
    std::string_view name;
    Member Request::* member;
};

}  // namespace springtide::server
