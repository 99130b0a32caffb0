import { afterAll, beforeAll, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import { facebook, google } from '../../../infrastructure/accounts/identity-providers.ts'
import { startFacebookStandIn } from '../../support/accounts/facebook-stand-in.ts'
import { startOpenIdProvider } from '../../support/accounts/openid-provider.ts'
import { callback, testChallenge, identityProviderContract } from './identity-provider.contract.ts'

let openId: Awaited<ReturnType<typeof startOpenIdProvider>>
let graph: Awaited<ReturnType<typeof startFacebookStandIn>>
beforeAll(async () => {
  openId = await startOpenIdProvider(callback)
  graph = await startFacebookStandIn()
})
afterAll(async () => {
  await openId?.stop()
  await graph?.stop()
})

const googleAt = (issuer: string) =>
  google({ issuer, clientId: 'garbo', clientSecret: 'segreto-di-google', callback: () => callback })

identityProviderContract('Google, by OpenID Connect', () => ({
  provider: googleAt(openId.issuer),
  signInAs: (user) => openId.signInAs(user && { sub: user.subject, email: 'a@posta.example', email_verified: true }),
  setDown: openId.setDown,
  binds: true,
}))

identityProviderContract('Facebook, by OAuth', () => ({
  provider: facebook({
    dialog: graph.settings.FACEBOOK_DIALOG_URL,
    graph: graph.settings.FACEBOOK_GRAPH_URL,
    appId: graph.settings.FACEBOOK_APP_ID,
    appSecret: graph.settings.FACEBOOK_APP_SECRET,
    callback: () => callback,
  }),
  signInAs: (user) => graph.signInAs(user && { id: user.subject, first_name: 'Ivo', last_name: 'Gallo' }),
  setDown: graph.setDown,
  binds: false,
}))

it('an unreachable provider is reported and contacted again by the next attempt', async () => {
  const provider = googleAt(openId.issuer)
  openId.setDown(true)
  expect(await provider.authorizationUrl(testChallenge)()).toMatchObject(E.left({ type: 'unreachable' }))
  openId.setDown(false)
  expect(E.isRight(await provider.authorizationUrl(testChallenge)())).toBe(true)
  expect(await googleAt('http://127.0.0.1:9').authorizationUrl(testChallenge)()).toMatchObject(
    E.left({ type: 'unreachable' }),
  )
})
