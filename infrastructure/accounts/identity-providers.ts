import { createHmac, timingSafeEqual } from 'node:crypto'
import * as oidc from 'openid-client'
import { AuthorizationResponseError, ClientError } from 'openid-client'
import { z } from 'zod'
import { cleanedName, shortenedName } from '../../domain/kernel/names.ts'
import type {
  Facebook,
  IdentityProvider,
  ProviderFailure,
  SignedRequest,
  SocialProfile,
} from '../../application/accounts/ports.ts'
import { TE } from '../../domain/kernel/fp.ts'

export interface GoogleOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The redirect URI. */
  readonly callback: () => string
}

/** OpenID Connect with discovery, PKCE, state, nonce and a verified signature of the identity token. */
export const google = ({ issuer, clientId, clientSecret, callback }: GoogleOptions): IdentityProvider => {
  let discovered: Promise<oidc.Configuration> | null = null
  const discover = async () => {
    const server = new URL(issuer)
    const execute = [oidc.enableNonRepudiationChecks]
    if (server.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
    return oidc.discovery(server, clientId, clientSecret, undefined, { execute, timeout: timeoutSeconds })
  }
  /** Cached; a failed discovery is retried by the next call. */
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
    fetchProfile: ({ state, nonce, verifier }, callbackParams) =>
      providerTask(async () => {
        const tokens = await oidc.authorizationCodeGrant(
          await configuration(),
          new URL(`${callback()}?${callbackParams.toString()}`),
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
    /** Unix time in seconds; 0 if it does not expire. */
    expires_at: z.int(),
  }),
})

/** Facebook Login: OAuth without discovery or identity token. The profile comes from the Graph API, with an app-secret proof. */
export const facebook = (options: FacebookOptions): Facebook => {
  const { graph, appId, appSecret, callback } = options
  const configuration = facebookConfiguration(options)

  const getJson = async <S extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string>>,
    schema: S,
    token: string,
  ) => {
    const response = await fetch(`${graph}${path}?${new URLSearchParams(query).toString()}`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    })
    if (response.status >= 500) throw new ProviderDown(`Facebook responded with status ${response.status}`)
    return schema.parse(await response.json())
  }
  const proofOf = (token: string) => createHmac('sha256', appSecret).update(token).digest('hex')
  const fetchProfile = async (token: string): Promise<SocialProfile> => {
    const fields = 'id,first_name,last_name,name,email'
    const me = await getJson('/me', { fields, appsecret_proof: proofOf(token) }, Me, token)
    return {
      subject: me.id,
      email: validEmail(me.email),
      // Facebook does not state whether the address is verified
      emailVerified: false,
      firstName: cleanName(me.first_name ?? me.name, 'Cliente'),
      lastName: cleanName(me.last_name, ''),
    }
  }

  return {
    authorizationUrl: ({ state }) =>
      providerTask(async () =>
        oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: callback(),
          scope: 'public_profile,email',
          state,
        }),
      ),
    fetchProfile: ({ state }, callbackParams) =>
      providerTask(async () => {
        const url = new URL(`${callback()}?${callbackParams.toString()}`)
        const { access_token } = await oidc.authorizationCodeGrant(configuration, url, { expectedState: state })
        return fetchProfile(access_token)
      }),
    fetchProfileByToken: ({ accessToken, userId, signedRequest }) =>
      providerTask(async () => {
        if (signedRequest !== null && verifySignedRequest(signedRequest, appSecret)?.subject !== userId)
          throw new Error('Signed request is invalid or belongs to another user')
        const { data } = await getJson('/debug_token', { input_token: accessToken }, Debug, `${appId}|${appSecret}`)
        const expired = data.expires_at !== 0 && data.expires_at * 1000 <= Date.now()
        if (data.app_id !== appId || data.user_id !== userId || expired)
          throw new Error('Token is expired or belongs to another app or user')
        const profile = await fetchProfile(accessToken)
        if (profile.subject !== userId) throw new Error('Token belongs to another user')
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
  const authentication = oidc.ClientSecretPost(appSecret)
  const configuration = new oidc.Configuration(server, appId, { client_secret: appSecret }, authentication)
  configuration.timeout = timeoutSeconds
  if (graph.startsWith('http:')) oidc.allowInsecureRequests(configuration)
  return configuration
}

const Payload = z.object({
  algorithm: z.string().refine((name) => name.toUpperCase() === 'HMAC-SHA256'),
  user_id: z.string().regex(/^\d{1,40}$/),
  issued_at: z.int().nonnegative(),
  code: z.unknown().optional(),
  oauth_token: z.unknown().optional(),
})

/** Parses `signature.payload`, both base64url, signed with the app secret (HMAC-SHA256); null if invalid. */
const verifySignedRequest = (request: string, secret: string): SignedRequest | null => {
  const [signature = '', payload = '', ...rest] = request.split('.')
  if (payload === '' || rest.length > 0) return null
  const expected = createHmac('sha256', secret).update(payload).digest()
  const actual = Buffer.from(signature, 'base64url')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  const parsed = Payload.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()))
  if (!parsed.success) return null
  const { user_id: subject, issued_at: issuedAt, code, oauth_token: token } = parsed.data
  return { subject, issuedAt, isSignIn: code !== undefined || token !== undefined }
}

/** Undefined if the text is not JSON. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Timeout of requests to a provider. */
const timeoutSeconds = 8

/** Status 5xx, timeouts and network errors count as unreachable; everything else as a refusal. */
const toProviderFailure = (cause: unknown): ProviderFailure => {
  if (cause instanceof AuthorizationResponseError) {
    if (cause.error === 'access_denied') return { type: 'cancelled' }
    const isUnavailable = cause.error === 'server_error' || cause.error === 'temporarily_unavailable'
    return { type: isUnavailable ? 'unreachable' : 'refused', cause }
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

class ProviderDown extends Error {}

const providerTask = <A>(request: () => Promise<A>): TE.TaskEither<ProviderFailure, A> =>
  TE.tryCatch(request, toProviderFailure)

/** Normalises a name to one line of at most 50 characters. */
const cleanName = (value: unknown, fallback: string): string => {
  const name = typeof value === 'string' ? shortenedName(cleanedName(value.slice(0, 200)), 50) : ''
  return name === '' ? fallback : name
}

/** The value if it looks like an e-mail address, otherwise null. */
const validEmail = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 254 && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value) ? value : null
