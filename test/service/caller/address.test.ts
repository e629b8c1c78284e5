import { expect, test } from "vitest";
import { fingerprintAddress } from "../../../service/caller/address.ts";

const of = (address: string, secret = "secret"): string => fingerprintAddress(address, secret);

test.for<[string, string, string]>([
  ["an IPv4 address and its IPv6-mapped form", "192.0.2.7", "::ffff:192.0.2.7"],
  ["the two spellings of a mapped address", "::ffff:192.0.2.7", "::ffff:c000:207"],
  ["two addresses of one /64", "2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
  ["two spellings of one address", "2001:DB8:1:2:0:0:0:1", "2001:db8:1:2::1"],
  ["an address with and without a zone", "fe80::1", "fe80::1%eth0"],
  ["an address with and without a port", "192.0.2.7", "192.0.2.7:50123"],
  ["an IPv6 address with and without a port", "2001:db8:1:2::1", "[2001:db8:1:2::1]:443"],
])("%s count as one caller", ([, one, other]) => {
  expect(of(one)).toBe(of(other));
});

test.for<[string, string, string]>([
  ["two IPv4 addresses", "192.0.2.7", "192.0.2.8"],
  ["two /64 networks", "2001:db8:1:2::1", "2001:db8:1:3::1"],
  ["an IPv4 address and the IPv6 network of the same number", "0.0.0.1", "::1"],
  ["a valid and an invalid address", "192.0.2.7", "garbage"],
])("%s count as two callers", ([, one, other]) => {
  expect(of(one)).not.toBe(of(other));
});

test("all invalid addresses count as one caller, so that inventing some gains nothing", () => {
  const inventions = ["", "garbage", "999.1.1.1", "unknown", "2001:db8::g", "<script>", "x".repeat(100_000)];
  expect(new Set(inventions.map((address) => of(address))).size).toBe(1);
});

test("a fingerprint depends on the secret and does not reveal the address", () => {
  expect(of("192.0.2.7")).toMatch(/^[0-9a-f]{64}$/);
  expect(of("192.0.2.7", "another")).not.toBe(of("192.0.2.7"));
});
