/** The server can't start, and the person who started it can do something about it: the message says what. */
export class CannotStart extends Error {}
