#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace springtide {

/// A list without heap memory: it holds up to `Capacity` items inside the object.
template <class T, std::size_t Capacity>
class FixedList {
  public:
    using value_type = T;

    constexpr void push_back(const T& item) {
        assert(size_ < Capacity);
        items_[size_++] = item;
    }
    /// Without a branch: writes in any case (one item of room must be left) and keeps it only if `keep`.
    constexpr void push_back_if(bool keep, const T& item) {
        assert(size_ < Capacity);
        items_[size_] = item;
        size_ += static_cast<std::uint32_t>(keep);
    }
    constexpr void clear() { size_ = 0; }
    constexpr void resize_down(std::size_t size) {
        assert(size <= size_);
        size_ = static_cast<std::uint32_t>(size);
    }

    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] static constexpr std::size_t capacity() { return Capacity; }

    constexpr T& operator[](std::size_t index) {
        assert(index < size_);
        return items_[index];
    }
    constexpr const T& operator[](std::size_t index) const {
        assert(index < size_);
        return items_[index];
    }

    constexpr T* begin() { return items_.data(); }
    constexpr T* end() { return items_.data() + size_; }
    constexpr const T* begin() const { return items_.data(); }
    constexpr const T* end() const { return items_.data() + size_; }

    friend constexpr bool operator==(const FixedList& a, const FixedList& b) {
        if (a.size_ != b.size_) return false;
        for (std::size_t i = 0; i < a.size_; ++i)
            if (!(a.items_[i] == b.items_[i])) return false;
        return true;
    }

  private:
    // Deliberately not zeroed: lists are made in every search step, and only the first size_ items are ever read.
    std::array<T, Capacity> items_;
    std::uint32_t size_ = 0;
};

}  // namespace springtide
