#pragma once

#include <libpq-fe.h>

#include "core/late_library.hpp"

/// PostgreSQL's library, loaded with the first connection: a server on SQLite never needs it.
namespace springtide {

inline const LateLibrary libpq("libpq.so.5", "libpq5");

SPRINGTIDE_LATE_FUNCTION(libpq, PQclear);
SPRINGTIDE_LATE_FUNCTION(libpq, PQcmdStatus);
SPRINGTIDE_LATE_FUNCTION(libpq, PQconnectdb);
SPRINGTIDE_LATE_FUNCTION(libpq, PQconsumeInput);
SPRINGTIDE_LATE_FUNCTION(libpq, PQenterPipelineMode);
SPRINGTIDE_LATE_FUNCTION(libpq, PQerrorMessage);
SPRINGTIDE_LATE_FUNCTION(libpq, PQexec);
SPRINGTIDE_LATE_FUNCTION(libpq, PQexecParams);
SPRINGTIDE_LATE_FUNCTION(libpq, PQexecPrepared);
SPRINGTIDE_LATE_FUNCTION(libpq, PQexitPipelineMode);
SPRINGTIDE_LATE_FUNCTION(libpq, PQfinish);
SPRINGTIDE_LATE_FUNCTION(libpq, PQfreemem);
SPRINGTIDE_LATE_FUNCTION(libpq, PQgetResult);
SPRINGTIDE_LATE_FUNCTION(libpq, PQgetisnull);
SPRINGTIDE_LATE_FUNCTION(libpq, PQgetlength);
SPRINGTIDE_LATE_FUNCTION(libpq, PQgetvalue);
SPRINGTIDE_LATE_FUNCTION(libpq, PQnotifies);
SPRINGTIDE_LATE_FUNCTION(libpq, PQntuples);
SPRINGTIDE_LATE_FUNCTION(libpq, PQpipelineSync);
SPRINGTIDE_LATE_FUNCTION(libpq, PQprepare);
SPRINGTIDE_LATE_FUNCTION(libpq, PQresultErrorField);
SPRINGTIDE_LATE_FUNCTION(libpq, PQresultStatus);
SPRINGTIDE_LATE_FUNCTION(libpq, PQsendQueryParams);
SPRINGTIDE_LATE_FUNCTION(libpq, PQsendQueryPrepared);
SPRINGTIDE_LATE_FUNCTION(libpq, PQsetNoticeProcessor);
SPRINGTIDE_LATE_FUNCTION(libpq, PQsocket);
SPRINGTIDE_LATE_FUNCTION(libpq, PQstatus);
SPRINGTIDE_LATE_FUNCTION(libpq, PQtransactionStatus);

}  // namespace springtide
