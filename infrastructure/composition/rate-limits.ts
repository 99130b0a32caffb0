import type { ApiSettings } from '../../web/api/deps.ts'
import { number, setting } from './setting.ts'

const perMinute = (usual: number, about: string) =>
  setting(number(1, 1_000_000).default(usual), `${about}, a minute (Q-23)`)

/**
 * how many requests of a kind are answered, from one network address and by one key, which is the account
 * that asks or the name it asks about. What is finer is a limit of its own: locks, tries of a code, letters an hour.
 */
export const rateLimitSettings = {
  LIMIT_LOGIN_PER_ADDRESS: perMinute(60, 'sign-ins from one address'),
  // above what locks for a minute: a stranger's tries are the lock's to judge
  LIMIT_LOGIN_PER_KEY: perMinute(100, 'sign-ins with one name, from wherever'),
  LIMIT_REGISTRATION_PER_ADDRESS: perMinute(60, 'registrations from one address'),
  LIMIT_REGISTRATION_PER_KEY: perMinute(10, 'registrations of one e-mail address, from wherever'),
  LIMIT_CODE_PER_ADDRESS: perMinute(60, 'recoveries and codes, asked for or tried from one address'),
  LIMIT_CODE_PER_KEY: perMinute(20, 'recoveries and codes of one e-mail address, number or client, from wherever'),
  LIMIT_SEARCH_PER_ADDRESS: perMinute(600, 'searches and suggestions for one address'),
  LIMIT_SEARCH_PER_KEY: perMinute(240, 'searches and suggestions for one account'),
  LIMIT_WRITE_PER_ADDRESS: perMinute(600, 'changes from one address'),
  LIMIT_WRITE_PER_KEY: perMinute(240, 'changes by one account'),
  LIMIT_UPLOAD_PER_ADDRESS: perMinute(120, 'pictures from one address'),
  LIMIT_UPLOAD_PER_KEY: perMinute(30, 'pictures of one account'),
  LIMIT_REPLAY_PER_ADDRESS: perMinute(240, 'cases lived through again and previews, from one address'),
  LIMIT_REPLAY_PER_KEY: perMinute(60, 'cases lived through again and previews, for one account'),
  LIMIT_CLICK_PER_ADDRESS: perMinute(300, 'clicks on advertisements from one address'),
  LIMIT_CLICK_PER_KEY: perMinute(60, 'clicks on advertisements by one account'),
} as const

type RateLimitConfig = { readonly [Name in keyof typeof rateLimitSettings]: number }

export const rateLimitsOf = (config: RateLimitConfig): ApiSettings['limits'] => ({
  login: { perAddress: config.LIMIT_LOGIN_PER_ADDRESS, perKey: config.LIMIT_LOGIN_PER_KEY },
  registration: { perAddress: config.LIMIT_REGISTRATION_PER_ADDRESS, perKey: config.LIMIT_REGISTRATION_PER_KEY },
  code: { perAddress: config.LIMIT_CODE_PER_ADDRESS, perKey: config.LIMIT_CODE_PER_KEY },
  search: { perAddress: config.LIMIT_SEARCH_PER_ADDRESS, perKey: config.LIMIT_SEARCH_PER_KEY },
  write: { perAddress: config.LIMIT_WRITE_PER_ADDRESS, perKey: config.LIMIT_WRITE_PER_KEY },
  upload: { perAddress: config.LIMIT_UPLOAD_PER_ADDRESS, perKey: config.LIMIT_UPLOAD_PER_KEY },
  replay: { perAddress: config.LIMIT_REPLAY_PER_ADDRESS, perKey: config.LIMIT_REPLAY_PER_KEY },
  click: { perAddress: config.LIMIT_CLICK_PER_ADDRESS, perKey: config.LIMIT_CLICK_PER_KEY },
})
