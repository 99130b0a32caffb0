import { createHmac } from 'node:crypto'
import * as oauth from 'openid-client'
import { z } from 'zod'
import type { Facebook, SocialProfile } from '../../application/ports/social.ts'
import { emailOf, nameOf, patienceSeconds, ProviderDown, told } from './failure.ts'
import { openSigned } from './signed-request.ts'

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
  const configuration = configurationOf(options)

  const ask = async <S extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string>>,
    as: S,
    token: string,
  ) => {
    const response = await fetch(`${graph}${path}?${new URLSearchParams(query).toString()}`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceSeconds * 1000),
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
      email: emailOf(me.email),
      // Facebook does not say whether it has seen the address proven
      emailVerified: false,
      firstName: nameOf(me.first_name ?? me.name, 'Cliente'),
      lastName: nameOf(me.last_name, ''),
    }
  }

  return {
    begin: ({ state }) =>
      told(async () =>
        oauth.buildAuthorizationUrl(configuration, {
          redirect_uri: callback(),
          scope: 'public_profile,email',
          state,
        }),
      ),
    redeem: ({ state }, returned) =>
      told(async () => {
        const url = new URL(`${callback()}?${returned.toString()}`)
        const { access_token } = await oauth.authorizationCodeGrant(configuration, url, { expectedState: state })
        return profileBy(access_token)
      }),
    redeemToken: ({ accessToken, userId, signedRequest }) =>
      told(async () => {
        if (signedRequest !== null && openSigned(signedRequest, appSecret)?.subject !== userId)
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
    signed: (request) => openSigned(request, appSecret),
  }
}

const configurationOf = ({ dialog, graph, appId, appSecret }: FacebookOptions) => {
  const server = {
    issuer: new URL(dialog).origin,
    authorization_endpoint: dialog,
    token_endpoint: `${graph}/oauth/access_token`,
  }
  const authentication = oauth.ClientSecretPost(appSecret)
  const configuration = new oauth.Configuration(server, appId, { client_secret: appSecret }, authentication)
  configuration.timeout = patienceSeconds
  if (graph.startsWith('http:')) oauth.allowInsecureRequests(configuration)
  return configuration
}
