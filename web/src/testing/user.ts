import userEvent, { type Options, PointerEventsCheckLevel } from "@testing-library/user-event";

/**
 * The user of user-event, without what took a third of the time: pauses between keys, and a look at each
 * element's `pointer-events`, for tests have none of our styles.
 */
export const setUpUser = (options: Options = {}) =>
  userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never, ...options });
