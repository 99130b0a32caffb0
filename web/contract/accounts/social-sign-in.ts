import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'
import { user } from './authentication.ts'

export const socialSignInEndpoints = {
  socialProviders: endpoint({
    method: 'GET',
    path: '/api/auth/social',
    summary: 'Lists the configured providers, with the settings of Facebook’s script',
    access: 'anyone',
    response: z.object({
      google: z.boolean(),
      facebook: z.object({ appId: z.string(), sdk: z.string(), version: z.string() }).nullable(),
    }),
  }),
  loginWithFacebookToken: endpoint({
    method: 'POST',
    path: '/api/auth/facebook/token',
    summary: 'Signs a client in with a token from Facebook’s script, verified with Facebook; profileData is ignored',
    access: 'anyone',
    body: z.strictObject({
      accessToken: z.string().regex(/^[\x21-\x7e]{1,2000}$/, 'Token non valido'),
      userID: z.string().regex(/^\d{1,40}$/, 'Identificativo non valido'),
      signedRequest: z.string().max(4000).nullish(),
      profileData: z.unknown().optional(),
    }),
    response: z.object({ success: z.literal(true), user }),
    rateLimit: 'login',
    errorField: true,
    recorded: { what: 'sign-in', why: 'facebook' },
  }),
  socialUser: endpoint({
    method: 'GET',
    path: '/api/user',
    summary: 'Returns the caller’s account; alias of /api/auth/user after a social sign-in',
    access: 'signed-in',
    response: user,
  }),
  dataDeletion: endpoint({
    method: 'GET',
    path: '/api/auth/facebook/data-deletion/:code',
    summary: 'Returns the status of a deletion request received from Facebook',
    access: 'anyone',
    params: z.object({ code: z.string().regex(/^[\w-]{1,64}$/, 'Codice non valido') }),
    response: z.object({ requestedAt: instant, state: z.enum(['nothing-held', 'unlinked', 'erased']) }),
    rateLimit: 'code',
  }),
}
