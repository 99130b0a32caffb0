import { confirmed, signedIn } from '../access.ts'
import { defineModule } from '../module.ts'
import { clickAdvertisement } from './advertisements.ts'
import { affiliatePolicy } from './affiliate.policy.ts'
import { createProgramme } from './affiliate.ts'
import { promotionTopics } from './live-topics.ts'

export const promotion = defineModule({
  commands: {
    clickAdvertisement: { access: signedIn, run: clickAdvertisement },
    createProgramme: { access: confirmed, run: createProgramme },
  },
  policies: [affiliatePolicy],
  emails: {},
  liveTopics: promotionTopics,
})
