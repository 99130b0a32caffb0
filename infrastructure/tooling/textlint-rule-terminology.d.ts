declare module 'textlint-rule-terminology' {
  import type { TextlintRuleModule } from '@textlint/types'

  const rule: TextlintRuleModule
  export default rule
}
