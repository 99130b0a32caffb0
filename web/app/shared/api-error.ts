import { componentTexts } from '../components/texts.ts'

/** Any failed call: an error of the server or of the connection (status 0). */
export interface ApiError extends Error {
  readonly name: 'ApiError'
  /** Stable error code, such as `EmailTaken`. */
  readonly code: string
  readonly status: number
  /** One sentence per field. */
  readonly fields: Readonly<Record<string, string>>
  /** Changes since the case was loaded. */
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
): ApiError => Object.assign(new Error(message), { name: 'ApiError' as const, code, status, fields, changes })

export const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError'

export const networkError = () => apiError(componentTexts.offline, { code: 'unreachable' })
export const invalidResponseError = (status: number) =>
  apiError(componentTexts.unreadable, { code: 'unreadable', status })

/** @rule A-87 the problem's `message`; otherwise status, colon and raw body */
export const apiErrorFrom = async (response: Response): Promise<ApiError> => {
  const raw = (await response.text()) || response.statusText
  const problem = await import('../../contract/problem.ts').then((m) => m.problem)
  const parsed = problem.safeParse(parseJson(raw))
  if (!parsed.success) return apiError(`${response.status}: ${raw}`, { status: response.status })
  const { message, code, fields, changes = [] } = parsed.data
  return apiError(message, { code, status: response.status, changes, ...(fields === undefined ? {} : { fields }) })
}

/** The server's message for an invalid request; `otherwise` for server and connection errors. */
export const errorMessage = (error: ApiError, otherwise: string) =>
  error.status >= 400 && error.status < 500 ? error.message : otherwise

/** The server's errors by field. Without any, the field among `formFields` that the code refers to. */
export const fieldErrorsOf = ({ fields, code, message }: ApiError, formFields: readonly string[], why = message) => {
  const field =
    Object.keys(fields).length > 0 ? undefined : fieldsByCode[code]?.find((name) => formFields.includes(name))
  return field === undefined ? fields : { [field]: why }
}

const passwordFields = ['newPassword', 'password']
const fieldsByCode: Readonly<Record<string, readonly string[]>> = {
  PasswordTooShort: passwordFields,
  PasswordTooPlain: passwordFields,
  PasswordCommon: passwordFields,
  PasswordPersonal: passwordFields,
  PasswordNeeded: ['password'],
  ExportPasswordNeeded: ['password'],
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
