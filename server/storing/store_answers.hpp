#pragma once

#include <type_traits>
#include <utility>

#include "server/base/task.hpp"
#include "server/limits/payer_scope.hpp"
#include "server/storing/commits.hpp"
#include "server/storing/store_thread.hpp"

namespace springtide::server {

/// For a flow: what `read(store)` finds, asked in the name of the present payer.
template <class Read>
auto found_by(StoreThread& reads, Read read) {
    using Found = std::invoke_result_t<Read&, Store&>;
    return answer_of<Found>([&reads, read = std::move(read)](const task::Answer<Found>& done) mutable {
        reads.ask(std::move(read), done);
    });
}

/// For a flow: what became of a write. The flow continues in the name of the same payer.
inline auto stored_by(Commits& commits, Write write) {
    using Outcome = Expected<WriteOutcome>;
    return answer_of<Outcome>([&commits, write = std::move(write)](const task::Answer<Outcome>& done) mutable {
        commits.add(std::move(write), for_this_payer(done));
    });
}

}  // namespace springtide::server
