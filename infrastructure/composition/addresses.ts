import { z } from 'zod'

export const startingWith = (...protocols: readonly string[]) =>
  z.string().refine((text) => protocols.some((protocol) => text.startsWith(`${protocol}://`)), {
    error: `must start with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
    abort: true,
  })

export const url = (...protocols: readonly string[]) =>
  startingWith(...protocols).refine((text) => URL.canParse(text), { error: 'is not a valid address', abort: true })

/** Values of the query parameters of an address. */
type Parameters = Readonly<Record<string, RegExp>>

const parameterProblem = (given: URLSearchParams, supported: Parameters): string | undefined => {
  for (const [name, value] of given) {
    const pattern = Object.entries(supported).find(([supportedName]) => supportedName === name)?.[1]
    if (pattern === undefined) return `supports no query parameters other than ${Object.keys(supported).join(', ')}`
    if (!pattern.test(value)) return `has a wrong value of the query parameter ${name}`
  }
  return undefined
}

const isDecodable = ({ username, password, hostname, pathname }: URL): boolean => {
  try {
    decodeURIComponent(username + password + hostname + pathname)
    return true
  } catch {
    return false
  }
}

/** The address of a server. What `problemIn` and the messages say must not contain any of it, since it has passwords. */
const serverAddress = (protocols: readonly string[], problemIn: (address: URL) => string | undefined) =>
  url(...protocols).superRefine((text, context) => {
    const address = new URL(text)
    const message = isDecodable(address) ? problemIn(address) : 'contains a % that must be written as %25'
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

const hasNoHost = 'has no host'

const anything = /./
const sslModes = ['disable', 'no-verify', 'require', 'verify-full'] as const
const databaseParameters: Parameters = {
  host: anything,
  application_name: anything,
  options: anything,
  sslmode: new RegExp(`^(${sslModes.join('|')})$`),
  sslrootcert: anything,
  sslcert: anything,
  sslkey: anything,
}

/**
 * Parameters that both clients of Postgres understand. `require` checks the certificate as `verify-full` does, and is
 * replaced by it because pg warns of the former name.
 */
export const databaseAddress = serverAddress(['postgres', 'postgresql'], ({ hostname, searchParams }) => {
  const hosts = [hostname, ...searchParams.getAll('host')].filter((host) => host !== '')
  if (hosts.length === 0) return hasNoHost
  if (hosts.length > 1) return 'has two hosts'
  if (searchParams.getAll('sslmode').some((mode) => !sslModes.some((known) => known === mode)))
    return `supports only ${sslModes.join(', ')} as sslmode`
  if (searchParams.has('sslcert') !== searchParams.has('sslkey')) return 'requires sslcert and sslkey together'
  return parameterProblem(searchParams, databaseParameters)
}).transform((text) => text.replace(/([?&]sslmode=)require(?=[&#]|$)/g, '$1verify-full'))

/** The path is the number of the database; family is the version of IP, 0 for any. */
export const redisAddress = serverAddress(['redis', 'rediss'], ({ hostname, pathname, searchParams }) => {
  if (hostname === '') return hasNoHost
  if (!/^\/?\d*$/.test(pathname)) return 'has a path that is not the number of a database'
  return parameterProblem(searchParams, { family: /^[046]$/ })
})

export const smtpAddress = serverAddress(['smtp', 'smtps'], ({ hostname }) => (hostname === '' ? hasNoHost : undefined))

/** A slash at the end is dropped, and the host is written as browsers send it. */
export const originAddress = url('http', 'https')
  .refine((text) => /^\w+:\/\/[^/?#@]+\/?$/.test(text), {
    error: 'must consist of protocol, host and port only, such as https://garbo.example',
  })
  .transform((text) => new URL(text).origin)

/** The entries of a text that are separated by commas. */
export const entriesOf = (text: string): readonly string[] => text.split(',').map((entry) => entry.trim())

/** Entries of one kind, separated by commas. @param kind their name in the plural */
export const listOf = (isEntry: (entry: string) => boolean, kind: string) =>
  z.string().refine((text) => entriesOf(text).every(isEntry), { error: `must be ${kind}, separated by commas` })
