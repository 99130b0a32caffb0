/** Data it cannot hold, a constraint it breaks, a limit it exceeds, a trigger that objects: asking again changes nothing. */
const aboutTheContent = /^(22|23|44|54|P0)/
const uniqueViolation = '23505'

/** Did the database refuse what was sent, rather than fail to take it? */
export const isRefusal = (error: unknown): error is Error =>
  aboutTheContent.test(codeOf(error)) && codeOf(error) !== uniqueViolation

/** Is what was to be written there already? */
export const isConflict = (error: unknown): boolean => codeOf(error) === uniqueViolation

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return code.length === 5 ? code : ''
}
