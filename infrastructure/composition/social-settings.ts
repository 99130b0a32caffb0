import { z } from 'zod'

const address = (given: string) =>
  z.url({ protocol: /^https?$/, error: 'must start with http:// or https://' }).default(given)
const key = (about: string) => z.string().min(1).optional().meta({ description: about })

/** Of Google and Facebook; without keys their buttons lead to a plain word. */
export const socialSettings = {
  GOOGLE_CLIENT_ID: key('Google’s name for us; sign-in with Google needs it and the secret'),
  GOOGLE_CLIENT_SECRET: key('what proves to Google that it is us'),
  GOOGLE_ISSUER: address('https://accounts.google.com').meta({
    description: 'whose OpenID discovery is asked; plain http only for trying out',
  }),
  FACEBOOK_APP_ID: key('Facebook’s name for us; sign-in with Facebook needs it and the secret'),
  FACEBOOK_APP_SECRET: key('what proves to Facebook that it is us, and what Facebook signs with'),
  FACEBOOK_DIALOG_URL: address('https://www.facebook.com/v24.0/dialog/oauth').meta({
    description: 'where people agree to sign in with Facebook',
  }),
  FACEBOOK_GRAPH_URL: address('https://graph.facebook.com/v24.0').meta({
    description: 'Facebook’s Graph API, with its version',
  }),
  FACEBOOK_SDK_URL: address('https://connect.facebook.net/it_IT/sdk.js').meta({
    description: 'the script the login page loads when somebody chooses Facebook',
  }),
}

type Social = z.infer<z.ZodObject<typeof socialSettings>> & { readonly NODE_ENV: string }

export const socialInconsistencies = (config: Social): readonly (string | false)[] => {
  const pairs = [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ] as const
  const addresses = ['GOOGLE_ISSUER', 'FACEBOOK_DIALOG_URL', 'FACEBOOK_GRAPH_URL', 'FACEBOOK_SDK_URL'] as const
  return [
    ...pairs.map(
      ([id, secret]) => (config[id] === undefined) !== (config[secret] === undefined) && `${id}: goes with ${secret}`,
    ),
    ...addresses.map(
      (name) =>
        config.NODE_ENV === 'production' && !config[name].startsWith('https://') && `${name}: https only in production`,
    ),
  ]
}
