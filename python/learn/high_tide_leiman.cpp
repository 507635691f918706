#include "python/learn/high_tide_leiman.hpp"

#include "bots/high_tide_leiman/bots.hpp"
#include "python/learn/batch_of.hpp"

namespace springtide {

std::unique_ptr<Batch> make_batch(const high_tide_leiman::State::Options& options, int players, BatchSetup setup) {
    return std::make_unique<BatchOf<high_tide_leiman::State>>(options, players, std::move(setup));
}

}  // namespace springtide
