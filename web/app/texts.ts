import { access } from './texts/access.ts'
import { advertisements } from './texts/advertisements.ts'
import { addresses } from './texts/addresses.ts'
import { affiliate } from './texts/affiliate.ts'
import { appealPanel, appeals } from './texts/appeals.ts'
import { ava } from './texts/ava.ts'
import { biometrics } from './texts/biometrics.ts'
import { clients } from './texts/clients.ts'
import { community } from './texts/community.ts'
import { decisions, transparency } from './texts/decisions.ts'
import { companyWallet } from './texts/company-wallet.ts'
import { conduct } from './texts/conduct.ts'
import { dashboard } from './texts/dashboard.ts'
import { deletion } from './texts/deletion.ts'
import { dev } from './texts/dev.ts'
import { favourites } from './texts/favourites.ts'
import { hearings } from './texts/hearings.ts'
import { home } from './texts/home.ts'
import { kit } from './texts/kit.ts'
import { landing } from './texts/landing.ts'
import { moderation } from './texts/moderation.ts'
import { photos } from './texts/photos.ts'
import { places } from './texts/places.ts'
import { privacy } from './texts/privacy.ts'
import { profile } from './texts/profile.ts'
import { queue } from './texts/queue.ts'
import { flagging } from './texts/flagging.ts'
import { ratings } from './texts/ratings.ts'
import { recovery } from './texts/recovery.ts'
import { domino } from './texts/domino.ts'
import { replay } from './texts/replay.ts'
import { reviews } from './texts/reviews.ts'
import { rewards } from './texts/rewards.ts'
import { rulebooks } from './texts/rulebooks.ts'
import { scoreDesk } from './texts/score-desk.ts'
import { sessions } from './texts/sessions.ts'
import { shell } from './texts/shell.ts'
import { social } from './texts/social.ts'
import { travel } from './texts/travel.ts'
import { why } from './texts/why.ts'

/** Every Italian word of the screens. The numbered texts of the specification stand here verbatim. */
export const texts = {
  kit,
  shell,
  home,
  landing,
  community,
  privacy,
  deletion,
  access,
  social,
  recovery,
  biometrics,
  sessions,
  photos,
  dashboard,
  clients,
  ratings,
  reviews,
  hearings,
  rewards,
  rulebooks,
  ava,
  companyWallet,
  travel,
  moderation,
  decisions,
  transparency,
  queue,
  flagging,
  appeals,
  appealPanel,
  scoreDesk,
  why,
  replay,
  domino,
  conduct,
  addresses,
  places,
  affiliate,
  dev,
  profile,
  favourites,
  advertisements,
} as const
