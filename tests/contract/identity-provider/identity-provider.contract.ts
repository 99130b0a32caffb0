import { beforeEach, describe, expect, it } from 'vitest'
import type { IdentityProvider, OAuthChallenge } from '../../../application/accounts/ports.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { redirectClient } from '../../support/accounts/redirect-client.ts'

export const callback = 'http://localhost:9/callback'
export const testChallenge: OAuthChallenge = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }

export interface ProviderUnderTest {
  readonly provider: IdentityProvider
  /** The user who signs in from now on; null denies consent. */
  readonly signInAs: (user: { readonly subject: string } | null) => void
  readonly setDown: (isDown: boolean) => void
  /** Whether the provider signs a nonce and checks a PKCE verifier. */
  readonly binds: boolean
}

/** The contract of every identity provider. */
export const identityProviderContract = (name: string, subject: () => ProviderUnderTest) => {
  const begin = async (challenge = testChallenge) => {
    const url = await subject().provider.authorizationUrl(challenge)()
    if (E.isLeft(url)) throw new Error(`cannot begin: ${url.left.type}`)
    return url.right
  }
  const returnFromProvider = async (challenge = testChallenge) => {
    const { href } = await begin(challenge)
    return (await redirectClient(callback).followToCallback(href)).searchParams
  }
  const redeem = (returned: URLSearchParams, challenge = testChallenge) =>
    subject().provider.fetchProfile(challenge, returned)()

  describe(`${name} as an identity provider`, () => {
    beforeEach(() => {
      subject().setDown(false)
      subject().signInAs({ subject: '31' })
    })

    it('starts with the state and no secret', async () => {
      const { searchParams, href } = await begin()
      expect(searchParams.get('state')).toBe(testChallenge.state)
      expect(href).not.toContain(testChallenge.verifier)
      expect(href).not.toContain('segreto')
    })

    it('returns the identity of the person who signed in', async () =>
      expect(await redeem(await returnFromProvider())).toMatchObject(E.right({ subject: '31' })))

    it('distinguishes a denial from an error', async () => {
      subject().signInAs(null)
      expect(await redeem(await returnFromProvider())).toEqual(E.left({ type: 'cancelled' }))
    })

    it('accepts a code once', async () => {
      const returned = await returnFromProvider()
      await redeem(returned)
      expect(await redeem(returned)).toMatchObject(E.left({ type: 'refused' }))
    })

    it('refuses a wrong or missing state', async () => {
      const returned = await returnFromProvider()
      expect(await redeem(returned, { ...testChallenge, state: 'x'.repeat(43) })).toMatchObject(
        E.left({ type: 'refused' }),
      )
      returned.delete('state')
      expect(await redeem(returned)).toMatchObject(E.left({ type: 'refused' }))
    })

    it.each(['nonce', 'verifier'] as const)('refuses a wrong %s if the provider supports it', async (field) => {
      const outcome = await redeem(await returnFromProvider(), { ...testChallenge, [field]: 'x'.repeat(43) })
      expect(E.isLeft(outcome)).toBe(subject().binds)
    })

    it('reports that it is unreachable', async () => {
      const returned = await returnFromProvider()
      subject().setDown(true)
      expect(await redeem(returned)).toMatchObject(E.left({ type: 'unreachable' }))
    })
  })
}
