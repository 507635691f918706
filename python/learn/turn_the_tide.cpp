#include "python/learn/turn_the_tide.hpp"

#include "bots/turn_the_tide/bots.hpp"
#include "python/learn/batch_of.hpp"

namespace springtide {

std::unique_ptr<Batch> make_batch(const turn_the_tide::State::Options& options, int players, BatchSetup setup) {
    return std::make_unique<BatchOf<turn_the_tide::State>>(options, players, std::move(setup));
}

}  // namespace springtide
