import { createHmac, timingSafeEqual } from 'node:crypto'
import * as oidc from 'openid-client'
import * as oauth from 'openid-client'
import { AuthorizationResponseError, ClientError } from 'openid-client'
import { z } from 'zod'
import type { Facebook, IdentityProvider, ProviderFailure, SocialProfile } from '../../application/accounts/ports.ts'
import { TE } from '../../domain/kernel/fp.ts'

export interface GoogleOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where people come back to. */
  readonly callback: () => string
}

/** OpenID Connect by discovery: code with PKCE, state, nonce, and the identity token's signature checked. */
export const google = ({ issuer, clientId, clientSecret, callback }: GoogleOptions): IdentityProvider => {
  let discovered: Promise<oidc.Configuration> | null = null
  const discover = async () => {
    const server = new URL(issuer)
    const execute = [oidc.enableNonRepudiationChecks]
    if (server.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
    return oidc.discovery(server, clientId, clientSecret, undefined, { execute, timeout: timeoutSeconds })
  }
  /** Once; what failed is tried again by the next who asks. */
  const configuration = () => {
    discovered ??= discover().catch((error: unknown) => {
      discovered = null
      throw error
    })
    return discovered
  }

  return {
    authorizationUrl: ({ state, nonce, verifier }) =>
      providerTask(async () =>
        oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: callback(),
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      ),
    fetchProfile: ({ state, nonce, verifier }, returned) =>
      providerTask(async () => {
        const tokens = await oidc.authorizationCodeGrant(
          await configuration(),
          new URL(`${callback()}?${returned.toString()}`),
          { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        )
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('No identity token')
        return toProfile(claims)
      }),
  }
}

const toProfile = (claims: Readonly<Record<string, unknown>> & { readonly sub: string }): SocialProfile => {
  const email = validEmail(claims['email'])
  return {
    subject: claims.sub,
    email,
    emailVerified: email !== null && claims['email_verified'] === true,
    firstName: cleanName(claims['given_name'] ?? claims['name'], 'Cliente'),
    lastName: cleanName(claims['family_name'], ''),
  }
}

export interface FacebookOptions {
  readonly dialog: string
  readonly graph: string
  readonly appId: string
  readonly appSecret: string
  readonly callback: () => string
}

const Me = z.object({
  id: z.string().regex(/^\d{1,40}$/),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
})
const Debug = z.object({
  data: z.object({
    app_id: z.string(),
    user_id: z.string(),
    is_valid: z.literal(true),
    type: z.literal('USER'),
    /** In seconds; 0 for never. */
    expires_at: z.int(),
  }),
})

/** Facebook Login is OAuth without discovery or identity token: who it is, is asked of the Graph API with our proof. */
export const facebook = (options: FacebookOptions): Facebook => {
  const { graph, appId, appSecret, callback } = options
  const configuration = facebookConfiguration(options)

  const ask = async <S extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string>>,
    as: S,
    token: string,
  ) => {
    const response = await fetch(`${graph}${path}?${new URLSearchParams(query).toString()}`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    })
    if (response.status >= 500) throw new ProviderDown(`Facebook answers ${response.status}`)
    return as.parse(await response.json())
  }
  const proofOf = (token: string) => createHmac('sha256', appSecret).update(token).digest('hex')
  const profileBy = async (token: string): Promise<SocialProfile> => {
    const fields = 'id,first_name,last_name,name,email'
    const me = await ask('/me', { fields, appsecret_proof: proofOf(token) }, Me, token)
    return {
      subject: me.id,
      email: validEmail(me.email),
      // Facebook does not say whether it has seen the address proven
      emailVerified: false,
      firstName: cleanName(me.first_name ?? me.name, 'Cliente'),
      lastName: cleanName(me.last_name, ''),
    }
  }

  return {
    authorizationUrl: ({ state }) =>
      providerTask(async () =>
        oauth.buildAuthorizationUrl(configuration, {
          redirect_uri: callback(),
          scope: 'public_profile,email',
          state,
        }),
      ),
    fetchProfile: ({ state }, returned) =>
      providerTask(async () => {
        const url = new URL(`${callback()}?${returned.toString()}`)
        const { access_token } = await oauth.authorizationCodeGrant(configuration, url, { expectedState: state })
        return profileBy(access_token)
      }),
    fetchProfileByToken: ({ accessToken, userId, signedRequest }) =>
      providerTask(async () => {
        if (signedRequest !== null && verifySignedRequest(signedRequest, appSecret)?.subject !== userId)
          throw new Error('Signed by somebody else, or for somebody else')
        const asked = { input_token: accessToken }
        const { data } = await ask('/debug_token', asked, Debug, `${appId}|${appSecret}`)
        const expired = data.expires_at !== 0 && data.expires_at * 1000 <= Date.now()
        if (data.app_id !== appId || data.user_id !== userId || expired)
          throw new Error('A token of another app, or another person')
        const profile = await profileBy(accessToken)
        if (profile.subject !== userId) throw new Error('A token of another person')
        return profile
      }),
    verifySignedRequest: (request) => verifySignedRequest(request, appSecret),
  }
}

const facebookConfiguration = ({ dialog, graph, appId, appSecret }: FacebookOptions) => {
  const server = {
    issuer: new URL(dialog).origin,
    authorization_endpoint: dialog,
    token_endpoint: `${graph}/oauth/access_token`,
  }
  const authentication = oauth.ClientSecretPost(appSecret)
  const configuration = new oauth.Configuration(server, appId, { client_secret: appSecret }, authentication)
  configuration.timeout = timeoutSeconds
  if (graph.startsWith('http:')) oauth.allowInsecureRequests(configuration)
  return configuration
}

const Payload = z.object({
  algorithm: z.string().refine((name) => name.toUpperCase() === 'HMAC-SHA256'),
  user_id: z.string().regex(/^\d{1,40}$/),
  issued_at: z.int().nonnegative(),
})

/** `signature.payload`, both in base64url, signed with the app's secret (HMAC-SHA256); null when it is not so. */
export const verifySignedRequest = (request: string, secret: string) => {
  const [signature = '', payload = '', ...more] = request.split('.')
  if (payload === '' || more.length > 0) return null
  const wanted = createHmac('sha256', secret).update(payload).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  const read = Payload.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()))
  return read.success ? { subject: read.data.user_id, issuedAt: read.data.issued_at } : null
}

/** Undefined for what is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How long a provider may take to answer. */
export const timeoutSeconds = 8

/** A provider that is down says so with a status, by silence or not at all; everything else is a no. */
export const toProviderFailure = (cause: unknown): ProviderFailure => {
  if (cause instanceof AuthorizationResponseError) {
    if (cause.error === 'access_denied') return { type: 'cancelled' }
    const busy = cause.error === 'server_error' || cause.error === 'temporarily_unavailable'
    return { type: busy ? 'unreachable' : 'refused', cause }
  }
  return { type: isDown(cause) ? 'unreachable' : 'refused', cause }
}

const isDown = (cause: unknown): boolean => {
  if (cause instanceof TypeError) return cause.message === 'fetch failed'
  if (cause instanceof DOMException) return cause.name === 'TimeoutError'
  if (cause instanceof ProviderDown) return true
  if (!(cause instanceof ClientError)) return false
  if (cause.code === 'OAUTH_TIMEOUT') return true
  return cause.cause instanceof Response ? cause.cause.status >= 500 : isDown(cause.cause)
}

export class ProviderDown extends Error {}

export const providerTask = <A>(ask: () => Promise<A>): TE.TaskEither<ProviderFailure, A> =>
  TE.tryCatch(ask, toProviderFailure)

/** At most what a name field of ours takes. */
export const cleanName = (given: unknown, otherwise: string): string => {
  const name =
    typeof given === 'string'
      ? given
          .normalize('NFC')
          .replaceAll(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, 50)
      : ''
  return name === '' ? otherwise : name
}

/** What could be a letter's address; null otherwise. */
export const validEmail = (given: unknown): string | null =>
  typeof given === 'string' && given.length <= 254 && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(given) ? given : null
