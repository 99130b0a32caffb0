import { problem } from '../../contract/problem.ts'
import { texts } from '../texts.ts'

/** Every no the app can meet, from the server or from the way to it (status 0). */
export interface Refused extends Error {
  readonly name: 'Refused'
  /** The stable English name of the refusal. */
  readonly code: string
  readonly status: number
  /** One sentence a field. */
  readonly fields: Readonly<Record<string, string>>
  /** What happened since the matter was looked at. */
  readonly changes: readonly Happened[]
}

interface Happened {
  readonly at: string
  readonly what: string
}

type Facts = Partial<Pick<Refused, 'code' | 'status' | 'fields' | 'changes'>>

export const refused = (
  message: string,
  { code = 'unknown', status = 0, fields = {}, changes = [] }: Facts = {},
): Refused => Object.assign(new Error(message), { name: 'Refused' as const, code, status, fields, changes })

export const isRefused = (error: unknown): error is Refused => error instanceof Error && error.name === 'Refused'

export const unreachable = () => refused(texts.kit.offline, { code: 'unreachable' })
export const unreadable = (status: number) => refused(texts.kit.unreadable, { code: 'unreadable', status })

/** the JSON's `message`; otherwise the status, a colon and the raw body. */
export const refusalOf = async (response: Response): Promise<Refused> => {
  const raw = (await response.text()) || response.statusText
  const said = problem.safeParse(parsed(raw))
  if (!said.success) return refused(`${response.status}: ${raw}`, { status: response.status })
  const { message, code, fields, changes = [] } = said.data
  return refused(message, { code, status: response.status, changes, ...(fields === undefined ? {} : { fields }) })
}

/** What the server had to say about the request, or our own words when it broke or could not be reached. */
export const said = (error: Refused, otherwise: string) =>
  error.status >= 400 && error.status < 500 ? error.message : otherwise

/** What the server blames, field by field; where it names none, the one of these fields its refusal is about. */
export const blamedBy = ({ fields, code, message }: Refused, mine: readonly string[], why = message) => {
  const field = Object.keys(fields).length > 0 ? undefined : about[code]?.find((name) => mine.includes(name))
  return field === undefined ? fields : { [field]: why }
}

const passwords = ['newPassword', 'password']
const about: Readonly<Record<string, readonly string[]>> = {
  PasswordTooShort: passwords,
  PasswordTooPlain: passwords,
  PasswordCommon: passwords,
  PasswordPersonal: passwords,
  PasswordNeeded: ['password'],
  CurrentPasswordWrong: ['currentPassword', 'password'],
  EmailTaken: ['email'],
  UsernameTaken: ['username'],
  PhoneUnknown: ['phone'],
  CodeWrong: ['verificationCode', 'code'],
  ClientUnknown: ['clientEmail'],
  AlreadyRated: ['stayDate'],
  StayDateNotAllowed: ['stayDate'],
}

const parsed = (raw: string): unknown => {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}
