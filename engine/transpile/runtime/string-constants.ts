export const string_ascii_lowercase = "abcdefghijklmnopqrstuvwxyz";
export const string_ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const string_ascii_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const string_digits = "0123456789";
export const string_hexdigits = "0123456789abcdefABCDEF";
export const string_octdigits = "01234567";
export const string_punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
export const string_whitespace = " \t\n\r\v\f";
export const string_printable =
  "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\v\f";
