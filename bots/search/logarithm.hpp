#pragma once

#include <bit>
#include <cstdint>

/// The library's logarithm and exponential differ in the last digit between systems; a bot must choose alike on all.
namespace springtide {

/// The natural logarithm of a positive number, at compile time.
constexpr double logarithm(double x) {
    constexpr double ln2 = 0.693147180559945309417;
    double result = 0;
    for (; x > 1.5; x /= 2) result += ln2;
    for (; x < 0.75; x *= 2) result -= ln2;
    const double ratio = (x - 1) / (x + 1);
    double power = ratio;
    for (int odd = 1; odd < 40; odd += 2) {
        result += 2 * power / odd;
        power *= ratio * ratio;
    }
    return result;
}

/// e to the power of x, for x between -80 and 80, to about five digits.
constexpr float exponential(float x) {
    const float doublings = x * 1.44269504F;
    const int whole = static_cast<int>(doublings) - (doublings < 0 ? 1 : 0);
    const float rest = doublings - static_cast<float>(whole);  // 0 to 1
    const float factor = 1 + rest * (0.693147F + rest * (0.240227F + rest * (0.0558F + rest * 0.010826F)));
    return factor * std::bit_cast<float>((whole + 127) << 23);
}

}  // namespace springtide
