/**
 * A name as the id of its reservation stream: a keyed hash, so that neither the log nor whoever has it tells who is
 * registered. Two spellings of one name have one id.
 */
export interface Names {
  readonly email: (address: string) => string
  readonly username: (name: string) => string
  /** Who somebody is at a provider's: its subject, never an e-mail address. */
  readonly social: (provider: 'google' | 'facebook', subject: string) => string
  /** A provider's request to delete what is held of its subject: the same for the same request. */
  readonly deletion: (provider: 'facebook', subject: string, issuedAt: number) => string
  /** What a rating is called before the client it is about: its own id names the business. */
  readonly rating: (ratingId: string) => string
  /** For finding an account by its phone; null for what is no number. */
  readonly phone: (number: string) => string | null
}
