import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface OpenIdPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
}

/** Google, for the tests: a certified OpenID provider on this machine that signs in whoever it is told to. */
export const startOpenIdProvider = async (callback: string) => {
  const people = new Map<string, OpenIdPerson>()
  let signedInPerson: OpenIdPerson | null = null
  let down = false
  let answer: ((req: IncomingMessage, res: ServerResponse) => Promise<void>) | null = null
  const server = createServer((request, response) => {
    if (down) response.writeHead(503).end()
    else void answer?.(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'garbo',
        client_secret: 'segreto-di-google',
        redirect_uris: [callback],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: async () => ({ ...person }) }
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['prova'] },
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'prova' }] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, IdToken: 600, Session: 600, Interaction: 600, Grant: 600 },
  })
  const ordinary = provider.callback()

  answer = async (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) {
      await ordinary(request, response)
      return
    }
    if (signedInPerson === null) {
      const no = { error: 'access_denied', error_description: 'The person said no' }
      return provider.interactionFinished(request, response, no, { mergeWithLastSubmission: false })
    }
    const { params } = await provider.interactionDetails(request, response)
    const grant = new provider.Grant({ accountId: signedInPerson.sub, clientId: String(params['client_id']) })
    grant.addOIDCScope(String(params['scope']))
    const consent = { grantId: await grant.save() }
    await provider.interactionFinished(request, response, { login: { accountId: signedInPerson.sub }, consent })
  }

  return {
    issuer,
    settings: { GOOGLE_CLIENT_ID: 'garbo', GOOGLE_CLIENT_SECRET: 'segreto-di-google', GOOGLE_ISSUER: issuer },
    /** Whoever is sent there from now on is this person; null says no. */
    signsIn: (person: OpenIdPerson | null) => {
      if (person !== null) people.set(person.sub, person)
      signedInPerson = person
    },
    isDown: (is: boolean) => {
      down = is
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
