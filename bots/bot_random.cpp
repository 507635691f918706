#include "bots/bot_random.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>

namespace springtide {

Random random_for(const BotRequest& request) {
    if (request.seed) return Random(*request.seed);
    std::array<std::uint64_t, 4> bits{};
    if (getentropy(bits.data(), sizeof bits) != 0) std::abort();  // better no answer than a predictable bot
    return Random(bits);
}

}  // namespace springtide
