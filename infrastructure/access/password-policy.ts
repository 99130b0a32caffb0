import type { PasswordFlaw } from '../../application/ports/credentials.ts'
import { isGuessable } from './guessable-passwords.ts'

/**
 * V-11: at least 10 characters. V-12: lower case, upper case, a digit and one of @$!%*?& Beyond that, nothing the first
 * guesses would find: what breaches are full of, and what is known of whoever chooses it.
 */
export const passwordFlaw = async (password: string, about: readonly string[]): Promise<PasswordFlaw | null> => {
  if (password.length < 10) return { type: 'PasswordTooShort' }
  if (!kinds.every((kind) => kind.test(password))) return { type: 'PasswordTooPlain' }
  return isGuessable(password, about)
}

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/]
