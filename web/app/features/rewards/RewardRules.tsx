import { Card } from '../../components/data-display.tsx'
import { TextLink } from '../../components/links.tsx'
import { useRuleSettings } from '../../shared/rule-settings.ts'
import { rewardTexts } from './texts.ts'

/** The reward rules and the promotion. @rule B-25 */
export function RewardRulesCard() {
  const promotion = useRuleSettings()?.promotion ?? null
  return (
    <Card title={rewardTexts.rules}>
      <ul className="grid gap-4 sm:grid-cols-2">
        {rewardTexts.ruleList.map(({ percent, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="w-14 shrink-0 text-xl font-semibold text-brand tabular-nums">{percent}</span>
            <span>
              <span className="block font-medium">{title}</span>
              <span className="block text-sm text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-sm text-muted">{rewardTexts.rulesNote}</p>
      {promotion !== null && <p className="mt-1 text-sm font-medium text-honey-ink">{promotion}</p>}
    </Card>
  )
}

/** Guide to the discounts. @rule R-71 @rule B-21 @rule B-22 @rule B-23 @rule B-24 */
export function RewardGuideCard() {
  return (
    <Card
      title={rewardTexts.guide.title}
      action={<TextLink to="/community-guidelines">{rewardTexts.guide.all}</TextLink>}
    >
      <p className="mb-3 text-sm text-muted">{rewardTexts.guide.text}</p>
      <ol className="grid gap-3">
        {rewardTexts.ruleList.map(({ percent, title, text }) => (
          <li key={title} className="flex gap-3 text-sm">
            <span className="w-10 shrink-0 font-semibold text-brand tabular-nums">{percent}</span>
            <span>
              <span className="block font-medium">{title}</span>
              <span className="block text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-sm text-muted">{rewardTexts.rulesNote}</p>
    </Card>
  )
}
