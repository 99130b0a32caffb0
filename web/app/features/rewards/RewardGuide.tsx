import { Card } from '../../components/Card.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'

const { rewards: words } = texts

/** what each discount takes, in the numbers the domain applies (B-21..B-24). */
export function RewardGuide() {
  return (
    <Card title={words.guide.title} action={<TextLink to="/community-guidelines">{words.guide.all}</TextLink>}>
      <p className="mb-3 text-sm text-muted">{words.guide.text}</p>
      <ol className="grid gap-3">
        {words.ruleList.map(({ percent, title, text }) => (
          <li key={title} className="flex gap-3 text-sm">
            <span className="w-10 shrink-0 font-semibold text-brand tabular-nums">{percent}</span>
            <span>
              <span className="block font-medium">{title}</span>
              <span className="block text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-sm text-muted">{words.rulesNote}</p>
    </Card>
  )
}
