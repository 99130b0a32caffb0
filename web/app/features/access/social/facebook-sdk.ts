/** What Facebook's script answers; no `authResponse` when the person said no. */
export interface FacebookLogin {
  readonly authResponse: {
    readonly accessToken: string
    readonly userID: string
    readonly signedRequest?: string
  } | null
}

interface FacebookScript {
  readonly init: (options: Readonly<Record<string, unknown>>) => void
  readonly login: (done: (outcome: FacebookLogin) => void, options: { readonly scope: string }) => void
}

interface Setup {
  readonly appId: string
  readonly sdk: string
  readonly version: string
}

/** Facebook's script is loaded only when somebody chooses Facebook: until then Meta learns nothing. Null when it cannot be had. */
export const loadFacebook = async ({ appId, sdk, version }: Setup): Promise<FacebookScript | null> => {
  if (scriptIn(window) === null) await loaded(sdk)
  const script = scriptIn(window)
  script?.init({ appId, version, cookie: false, xfbml: false })
  return script
}

export const askFacebook = (script: FacebookScript) =>
  new Promise<FacebookLogin>((resolve) => {
    script.login(resolve, { scope: 'public_profile,email' })
  })

const scriptIn = (page: object): FacebookScript | null => ('FB' in page ? (page.FB as FacebookScript) : null)

const patienceMs = 8_000

const loaded = (src: string) =>
  new Promise<void>((resolve) => {
    const script = Object.assign(document.createElement('script'), { src, async: true })
    const end = () => resolve()
    setTimeout(end, patienceMs)
    script.addEventListener('load', end)
    script.addEventListener('error', end)
    document.head.append(script)
  })
