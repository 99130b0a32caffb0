import { problem } from '../../contract/problem.ts'
import { componentTexts } from '../components/texts.ts'

/** Every no the app can meet, from the server or from the way to it (status 0). */
export interface ApiError extends Error {
  readonly name: 'Refused'
  /** The stable English name of the refusal. */
  readonly code: string
  readonly status: number
  /** One sentence a field. */
  readonly fields: Readonly<Record<string, string>>
  /** What happened since the matter was looked at. */
  readonly changes: readonly Change[]
}

interface Change {
  readonly at: string
  readonly what: string
}

type ApiErrorDetails = Partial<Pick<ApiError, 'code' | 'status' | 'fields' | 'changes'>>

export const apiError = (
  message: string,
  { code = 'unknown', status = 0, fields = {}, changes = [] }: ApiErrorDetails = {},
): ApiError => Object.assign(new Error(message), { name: 'Refused' as const, code, status, fields, changes })

export const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'Refused'

export const networkError = () => apiError(componentTexts.offline, { code: 'unreachable' })
export const invalidAnswerError = (status: number) =>
  apiError(componentTexts.unreadable, { code: 'unreadable', status })

/** the JSON's `message`; otherwise the status, a colon and the raw body. */
export const apiErrorFrom = async (response: Response): Promise<ApiError> => {
  const raw = (await response.text()) || response.statusText
  const said = problem.safeParse(parseJson(raw))
  if (!said.success) return apiError(`${response.status}: ${raw}`, { status: response.status })
  const { message, code, fields, changes = [] } = said.data
  return apiError(message, { code, status: response.status, changes, ...(fields === undefined ? {} : { fields }) })
}

/** What the server had to say about the request, or our own words when it broke or could not be reached. */
export const errorMessage = (error: ApiError, otherwise: string) =>
  error.status >= 400 && error.status < 500 ? error.message : otherwise

/** What the server blames, field by field; where it names none, the one of these fields its refusal is about. */
export const fieldErrorsOf = ({ fields, code, message }: ApiError, mine: readonly string[], why = message) => {
  const field = Object.keys(fields).length > 0 ? undefined : fieldsByCode[code]?.find((name) => mine.includes(name))
  return field === undefined ? fields : { [field]: why }
}

const passwordFields = ['newPassword', 'password']
const fieldsByCode: Readonly<Record<string, readonly string[]>> = {
  PasswordTooShort: passwordFields,
  PasswordTooPlain: passwordFields,
  PasswordCommon: passwordFields,
  PasswordPersonal: passwordFields,
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

const parseJson = (raw: string): unknown => {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}
