import * as oidc from 'openid-client'
import type { IdentityProvider, SocialProfile } from '../../application/ports/social.ts'
import { emailOf, nameOf, patienceSeconds, told } from './failure.ts'

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
    return oidc.discovery(server, clientId, clientSecret, undefined, { execute, timeout: patienceSeconds })
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
    begin: ({ state, nonce, verifier }) =>
      told(async () =>
        oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: callback(),
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      ),
    redeem: ({ state, nonce, verifier }, returned) =>
      told(async () => {
        const tokens = await oidc.authorizationCodeGrant(
          await configuration(),
          new URL(`${callback()}?${returned.toString()}`),
          { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
        )
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('No identity token')
        return profileOf(claims)
      }),
  }
}

const profileOf = (claims: Readonly<Record<string, unknown>> & { readonly sub: string }): SocialProfile => {
  const email = emailOf(claims['email'])
  return {
    subject: claims.sub,
    email,
    emailVerified: email !== null && claims['email_verified'] === true,
    firstName: nameOf(claims['given_name'] ?? claims['name'], 'Cliente'),
    lastName: nameOf(claims['family_name'], ''),
  }
}
