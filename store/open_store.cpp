#include "store/open_store.hpp"

#include "store/postgres_store.hpp"
#include "store/safe_folder.hpp"
#include "store/schema_version.hpp"
#include "store/sqlite_store.hpp"

namespace springtide {

bool is_postgres(const std::string& store) {
    return store.starts_with("postgres://") || store.starts_with("postgresql://");
}

std::size_t schema_version_of(const std::string& store) {
    return is_postgres(store) ? postgres_schema_version() : sqlite_schema_version();
}

Expected<std::unique_ptr<Store>> open_store(const std::string& store, const std::string& data,
                                            const std::shared_ptr<NodeLease>& lease) {
    if (is_postgres(store)) return PostgresStore::open(store, lease);
    if (!store.empty()) return fail(ErrorCode::bad_request, "--store is written postgres://USER@HOST/DATABASE");
    if (auto made = make_folder(data); !made) return std::unexpected(made.error());
    return SqliteStore::open(data + "/springtide.sqlite");
}

Expected<std::string> unsafe_setting(Store& store) {
    auto* postgres = dynamic_cast<PostgresStore*>(&store);
    return postgres == nullptr ? "" : postgres->unsafe_setting();
}

}  // namespace springtide
