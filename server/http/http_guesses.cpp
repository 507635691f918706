// Guesses at passwords: how many are checked, in which order, and which devices an account knows.
#include "core/text.hpp"
#include "protocol/server_reasons.hpp"
#include "server/base/origin.hpp"
#include "server/http/http_api.hpp"
#include "server/identity/identity.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t most_known = 4;  // accounts that a device remembers

std::chrono::steady_clock::time_point now() { return std::chrono::steady_clock::now(); }

}  // namespace

HttpResponse HttpApi::many_passwords() {
    constexpr std::int64_t a_while = 15;  // as long as the passwords that wait take
    return refusal(error_of(server_reason("too_many_passwords")), a_while);
}

std::int64_t HttpApi::wait_for_password(const std::string& address) { return guesses_.try_address(address, now()); }

void HttpApi::check_password(const HttpRequest& request, const std::string& budget,
                             const std::optional<std::string>& hash, const std::string& password, const Reply& reply,
                             const std::function<void(bool)>& then) {
    if (const auto wait = guesses_.try_account(budget, now()))
        return reply(refusal(error_of(server_reason("guesses_pause"), {{"seconds", wait}}), wait));
    // An unknown name takes as long as a wrong password.
    const auto check = [hash, password] {
        const bool may_fit = hash && *hash != no_password_fits;
        return may_fit ? password_fits(*hash, password) : (static_cast<void>(hash_password(password)), false);
    };
    in_password_thread(request, reply, check, [this, budget, then](bool fits) {
        if (fits) guesses_.forgive_account(budget);
        then(fits);
    });
}

std::string HttpApi::budget_of_login(const HttpRequest& request, const std::string& name,
                                     const std::optional<Account>& account) const {
    if (account && !request.device.empty()) {
        const std::string mark = people_.known_device(account->guest, request.device);
        for (const std::string_view one : split(request.known, '.'))
            if (same_secret(one, mark)) return "device " + mark;
    }
    return "name " + claim_of(name);
}

HttpResponse HttpApi::on_known_device(HttpResponse response, const Account& account, const HttpRequest& request) const {
    if (!account.guest.claimed) return response;
    std::string device = request.device;
    if (device.empty()) {
        device = random_id();
        response.headers.emplace_back("Set-Cookie", cookie("springtide-device", device, false));
    }
    std::string known = people_.known_device(account.guest, device);
    std::size_t count = 1;
    for (const std::string_view one : split(request.known, '.')) {
        if (one.empty() || known.contains(one) || count == most_known) continue;
        known += "." + std::string(one);
        ++count;
    }
    response.headers.emplace_back("Set-Cookie", cookie("springtide-known", known, false));
    return response;
}

}  // namespace springtide::server
