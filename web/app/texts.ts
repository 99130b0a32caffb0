import { access } from './texts/access.ts'
import { ava } from './texts/ava.ts'
import { biometrics } from './texts/biometrics.ts'
import { clients } from './texts/clients.ts'
import { dashboard } from './texts/dashboard.ts'
import { home } from './texts/home.ts'
import { kit } from './texts/kit.ts'
import { moderation } from './texts/moderation.ts'
import { ratings } from './texts/ratings.ts'
import { reviews } from './texts/reviews.ts'
import { rewards } from './texts/rewards.ts'
import { shell } from './texts/shell.ts'
import { travel } from './texts/travel.ts'

/** Every Italian word of the screens. The numbered texts of the specification stand here verbatim. */
export const texts = {
  kit,
  shell,
  home,
  access,
  biometrics,
  dashboard,
  clients,
  ratings,
  reviews,
  rewards,
  ava,
  travel,
  moderation,
} as const
