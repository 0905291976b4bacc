/** Keys of cached lists that several features invalidate; all other keys stand with their queries. */

export const securityKey = ["security"];
export const transactionsKey = ["transactions"];
