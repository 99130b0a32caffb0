import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FacebookPerson {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email?: string
}

const appId = '100200300'
const appSecret = 'segreto-di-facebook'
const hmac = (text: string) => createHmac('sha256', appSecret).update(text)

/** A signed request of Facebook: `signature.payload`. */
export const signRequest = (payload: Readonly<Record<string, unknown>>, secret = appSecret) => {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
}
const startedAt = Math.floor(Date.now() / 1_000)
export const signedRequestFor = (userId: string, issuedAt = startedAt) =>
  signRequest({ algorithm: 'HMAC-SHA256', user_id: userId, issued_at: issuedAt })
/** The one that the SDK hands to the page. */
export const signInRequestFor = (userId: string) =>
  signRequest({ algorithm: 'HMAC-SHA256', user_id: userId, issued_at: startedAt, code: 'AQB' })

interface Token {
  readonly person: FacebookPerson
  readonly appId: string
  readonly expiresAt: number
}

/** Fake Facebook: dialog, code exchange, debug_token, /me with proof, and a minimal SDK, as documented. */
export const startFacebookStandIn = async () => {
  const [codes, tokens] = [new Map<string, { person: FacebookPerson; redirect: string }>(), new Map<string, Token>()]
  const requestedPaths: string[] = []
  let signedInPerson: FacebookPerson | null = null
  let down = false
  let sdkUnavailable = false
  const issue = (person: FacebookPerson, app = appId, expiresAt = 0) => {
    const token = `EAA${randomBytes(20).toString('hex')}`
    tokens.set(token, { person, appId: app, expiresAt })
    return token
  }
  const wrong = (message: string) => [400, { error: { message, type: 'OAuthException', code: 190 } }] as const

  const dialog = (query: URLSearchParams) => {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (signedInPerson === null) {
      for (const [name, value] of Object.entries({ error: 'access_denied', error_reason: 'user_denied' }))
        back.searchParams.set(name, value)
      return back.href
    }
    const code = randomBytes(20).toString('hex')
    codes.set(code, { person: signedInPerson, redirect: query.get('redirect_uri') ?? '' })
    back.searchParams.set('code', code)
    return `${back.href}#_=_`
  }
  const exchange = (form: URLSearchParams) => {
    const issued = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const isThisApp = form.get('client_id') === appId && form.get('client_secret') === appSecret
    if (issued === undefined || !isThisApp || issued.redirect !== form.get('redirect_uri'))
      return wrong('This authorization code has been used.')
    return [200, { access_token: issue(issued.person), token_type: 'bearer', expires_in: 5_183_944 }] as const
  }
  const debug = (query: URLSearchParams, bearer: string) => {
    if (bearer !== `${appId}|${appSecret}`) return wrong('Invalid app token')
    const token = tokens.get(query.get('input_token') ?? '')
    if (token === undefined) return [200, { data: { is_valid: false, scopes: [] } }] as const
    const { person, appId: app_id, expiresAt: expires_at } = token
    return [200, { data: { app_id, type: 'USER', is_valid: true, user_id: person.id, expires_at } }] as const
  }
  const me = (query: URLSearchParams, bearer: string) => {
    const token = tokens.get(bearer)
    if (token === undefined) return wrong('Invalid OAuth access token')
    if (query.get('appsecret_proof') !== hmac(bearer).digest('hex')) return wrong('Invalid appsecret_proof provided')
    return [200, token.person] as const
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://facebook.example')
    requestedPaths.push(url.pathname)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const bearer = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const json = ([status, body]: readonly [number, unknown]) =>
      response
        .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', 'access-control-allow-origin': '*' })
        .end(JSON.stringify(body))
    if (url.pathname === '/sdk.js' && !sdkUnavailable)
      return response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(sdkScript(`http://${request.headers.host}`))
    if (down) return json([503, { error: { message: 'Service temporarily unavailable', code: 2 } }])
    switch (url.pathname) {
      case '/v24.0/dialog/oauth':
        return response.writeHead(302, { location: dialog(url.searchParams) }).end()
      case '/v24.0/oauth/access_token':
        return json(exchange(new URLSearchParams(Buffer.concat(chunks).toString())))
      case '/v24.0/debug_token':
        return json(debug(url.searchParams, bearer))
      case '/v24.0/me':
        return json(me(url.searchParams, bearer))
      case '/sdk-login':
        return json([200, signedInPerson === null ? {} : sessionOf(signedInPerson, issue(signedInPerson))])
      default:
        return json([404, {}])
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    settings: {
      FACEBOOK_APP_ID: appId,
      FACEBOOK_APP_SECRET: appSecret,
      FACEBOOK_DIALOG_URL: `${address}/v24.0/dialog/oauth`,
      FACEBOOK_GRAPH_URL: `${address}/v24.0`,
      FACEBOOK_SDK_URL: `${address}/sdk.js`,
    },
    signInAs: (person: FacebookPerson | null) => {
      signedInPerson = person
    },
    /** Issues a token as the SDK does, optionally of another app or expired. */
    tokenOf: issue,
    setDown: (isDown: boolean) => {
      down = isDown
    },
    setSdkUnavailable: (isUnavailable: boolean) => {
      sdkUnavailable = isUnavailable
    },
    /** Paths requested so far. */
    requestedPaths: () => requestedPaths,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const sessionOf = ({ id }: FacebookPerson, accessToken: string) => ({
  authResponse: { accessToken, userID: id, signedRequest: signInRequestFor(id), expiresIn: 5000 },
})

/** The part of Facebook's script that the login page uses. */
const sdkScript = (address: string) => `
  window.FB = {
    init: (options) => { window.facebookOptions = options },
    login: (done) => {
      fetch('${address}/sdk-login').then((answer) => answer.json()).then(({ authResponse }) =>
        done(authResponse ? { status: 'connected', authResponse } : { status: 'unknown', authResponse: null }))
    },
  }
`
