#pragma once

#include <memory>
#include <string>

#include "store/node_lease.hpp"
#include "store/store.hpp"

namespace springtide {

bool is_postgres(const std::string& store);

/// The store that the settings name: PostgreSQL by its address, or else the SQLite file of the data folder, which is
/// made if need be. All stores of one process share a lease.
Expected<std::unique_ptr<Store>> open_store(const std::string& store, const std::string& data,
                                            const std::shared_ptr<NodeLease>& lease);
/// For a command beside the servers; `name` is what it tells others it is.
inline Expected<std::unique_ptr<Store>> open_store(const std::string& store, const std::string& data,
                                                   const std::string& name) {
    return open_store(store, data, std::make_shared<NodeLease>(name));
}

/// A setting of its database with which a power cut could undo acknowledged changes, as text; empty if there is
/// none.
Expected<std::string> unsafe_setting(Store& store);

}  // namespace springtide
