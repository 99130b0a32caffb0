import type { AnyPolicy } from '../policy.ts'
import { affiliatePolicy } from './affiliate.policy.ts'
import { appealCasesPolicy } from './appeal-cases.policy.ts'
import { appealLettersPolicy, appealsPolicy } from './appeals.policy.ts'
import { avaPolicy } from './ava.policy.ts'
import { casesPolicy } from './cases.policy.ts'
import { decisionLettersPolicy } from './decision-letters.policy.ts'
import { deadlinesPolicy } from './deadlines.policy.ts'
import { clientPhotosPolicy } from './client-photos.policy.ts'
import { conductLettersPolicy } from './conduct-letters.policy.ts'
import { conductPolicy } from './conduct.policy.ts'
import { disputesPolicy } from './disputes.policy.ts'
import { flaggingPolicy } from './flagging.policy.ts'
import { emailChangePolicy } from './email-change.policy.ts'
import { endedSessionsPolicy } from './ended-sessions.policy.ts'
import { opinionPlacesPolicy, opinionsPolicy } from './opinions.policy.ts'
import { erasurePolicy } from './erasure.policy.ts'
import type { Hands } from './reaction.ts'
import { payoutsPolicy } from './payouts.policy.ts'
import { recoveryPolicy } from './recovery.policy.ts'
import { repliesPolicy } from './replies.policy.ts'
import { releasesPolicy } from './releases.policy.ts'
import { removedRatingsPolicy } from './removed-ratings.policy.ts'
import { rewardsPolicy } from './rewards.policy.ts'
import { unwindPolicy } from './unwind.policy.ts'
import { simulationsPolicy } from './simulations.policy.ts'
import { staysPolicy } from './stays.policy.ts'
import { sanctionAppealsPolicy } from './sanction-appeals.policy.ts'
import { welcomePolicy } from './welcome.policy.ts'

/** Everything that happens by itself. */
export const policies = (hands: Hands): readonly AnyPolicy[] => [
  disputesPolicy(hands),
  appealsPolicy(hands),
  opinionsPolicy(hands),
  repliesPolicy(hands),
  opinionPlacesPolicy(hands),
  releasesPolicy(hands),
  rewardsPolicy(hands),
  avaPolicy(hands),
  staysPolicy(hands),
  simulationsPolicy(),
  payoutsPolicy(hands),
  casesPolicy(hands),
  deadlinesPolicy(),
  appealCasesPolicy(hands),
  unwindPolicy(hands),
  conductPolicy(hands),
  flaggingPolicy(hands),
  sanctionAppealsPolicy(hands),
  conductLettersPolicy(),
  welcomePolicy(),
  decisionLettersPolicy(),
  appealLettersPolicy(),
  recoveryPolicy(),
  endedSessionsPolicy(),
  emailChangePolicy(hands),
  clientPhotosPolicy(),
  removedRatingsPolicy(),
  erasurePolicy(),
  affiliatePolicy(hands),
]
