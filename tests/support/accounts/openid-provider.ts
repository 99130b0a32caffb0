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

/** Fake Google: a certified OpenID provider that signs in the configured person. */
export const startOpenIdProvider = async (callback: string) => {
  const people = new Map<string, OpenIdPerson>()
  let signedInPerson: OpenIdPerson | null = null
  let down = false
  let handle: ((req: IncomingMessage, res: ServerResponse) => Promise<void>) | null = null
  const server = createServer((request, response) => {
    if (down) response.writeHead(503).end()
    else void handle?.(request, response)
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
  const providerHandler = provider.callback()

  handle = async (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) {
      await providerHandler(request, response)
      return
    }
    if (signedInPerson === null) {
      const denial = { error: 'access_denied', error_description: 'The person said no' }
      return provider.interactionFinished(request, response, denial, { mergeWithLastSubmission: false })
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
    /** Sets the person to sign in; null cancels sign-ins. */
    signInAs: (person: OpenIdPerson | null) => {
      if (person !== null) people.set(person.sub, person)
      signedInPerson = person
    },
    setDown: (isDown: boolean) => {
      down = isDown
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
