def pair_sum(xs, target):
    i, j = 0, len(xs) - 1
    while i < j:
        s = xs[i] + xs[j]
        if s == target:
            return i, j
        if s < target:
            i += 1
        else:
            j -= 1
    return None
print(pair_sum([1, 2, 4, 7, 11], 9), pair_sum([1, 2], 50))
def three_sum(nums):
    nums = sorted(nums)
    found = []
    for i in range(len(nums) - 2):
        if i and nums[i] == nums[i - 1]:
            continue
        j, k = i + 1, len(nums) - 1
        while j < k:
            total = nums[i] + nums[j] + nums[k]
            if total == 0:
                found.append([nums[i], nums[j], nums[k]])
                j += 1
                while j < k and nums[j] == nums[j - 1]:
                    j += 1
            elif total < 0:
                j += 1
            else:
                k -= 1
    return found
print(three_sum([-1, 0, 1, 2, -1, -4]))
def longest_unique(text):
    start, best, last = 0, 0, {}
    for i, ch in enumerate(text):
        if ch in last and last[ch] >= start:
            start = last[ch] + 1
        last[ch] = i
        best = max(best, i - start + 1)
    return best
print([longest_unique(t) for t in ["abcabcbb", "bbbbb", "pwwkew", "", "áéá"]])
def water(heights):
    left, right, best = 0, len(heights) - 1, 0
    while left < right:
        best = max(best, min(heights[left], heights[right]) * (right - left))
        if heights[left] < heights[right]:
            left += 1
        else:
            right -= 1
    return best
print(water([1, 8, 6, 2, 5, 4, 8, 3, 7]))
def kadane(xs):
    best = current = xs[0]
    for x in xs[1:]:
        current = max(x, current + x)
        best = max(best, current)
    return best
print(kadane([-2, 1, -3, 4, -1, 2, 1, -5, 4]), kadane([-3]))
def rotate(xs, k):
    k %= len(xs)
    return xs[-k:] + xs[:-k]
print(rotate([1, 2, 3, 4, 5], 2), rotate([1, 2, 3], 7), rotate([1], 0))
