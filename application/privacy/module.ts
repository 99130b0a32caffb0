import { defineModule } from '../module.ts'
import { erasurePolicy } from './erasure.policy.ts'

export const privacy = defineModule({
  commands: {},
  policies: [erasurePolicy],
  emails: {},
})
