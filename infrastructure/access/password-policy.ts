import type { PasswordFlaw } from '../../application/ports/credentials.ts'

/** V-11: at least 10 characters. V-12: lower case, upper case, a digit and one of @$!%*?& */
export const passwordFlaw = (password: string): PasswordFlaw | null => {
  if (password.length < 10) return { type: 'PasswordTooShort' }
  return kinds.every((kind) => kind.test(password)) ? null : { type: 'PasswordTooPlain' }
}

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/]
