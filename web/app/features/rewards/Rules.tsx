import { Card } from '../../components/Card.tsx'
import { settings } from '../../settings.ts'
import { promotionText } from '../../shared/promotion.ts'
import { texts } from '../../texts.ts'

const { rewards: words } = texts

export function Rules() {
  const promotion = promotionText(settings.promotion)
  return (
    <Card title={words.rules}>
      <ul className="grid gap-4 sm:grid-cols-2">
        {words.ruleList.map(({ percent, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="w-14 shrink-0 text-xl font-semibold text-brand tabular-nums">{percent}</span>
            <span>
              <span className="block font-medium">{title}</span>
              <span className="block text-sm text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-sm text-muted">{words.rulesNote}</p>
      {promotion !== null && <p className="mt-1 text-sm font-medium text-honey-ink">{promotion}</p>}
    </Card>
  )
}
