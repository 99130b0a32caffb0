/** A first contact, as named by the link in the letter about it. */
export interface ContactRef {
  readonly businessId: string
  readonly clientId: string
  /** The rating that made the contact. */
  readonly ratingId: string
}

/** Tokens of the links _Non sono stato qui_; they contain no readable id. @rule Q-122 */
export interface ContactTokens {
  readonly issue: (contact: ContactRef) => string
  /** Null unless issued here. */
  readonly read: (token: string) => ContactRef | null
}
