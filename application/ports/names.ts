/**
 * A name as the id of its reservation stream: a keyed hash, so that neither the log nor whoever has it tells who is
 * registered. Two spellings of one name have one id.
 */
export interface Names {
  readonly email: (address: string) => string
  readonly username: (name: string) => string
  /** For finding an account by its phone; null for what is no number. */
  readonly phone: (number: string) => string | null
}
