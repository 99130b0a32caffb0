import { BedDouble, Briefcase, ChevronRight, Gift, Scale, User, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Screen } from '../../components/Screen.tsx'
import { texts } from '../../texts.ts'

const { home } = texts
const icons: readonly LucideIcon[] = [BedDouble, Scale, Gift]

/** What Garbo is, and which side you are on. */
export function HomeScreen() {
  return (
    <Screen title={home.title} intro={home.lead}>
      <section aria-labelledby="choose" className="grid gap-4">
        <h2 id="choose" className="text-lg font-semibold">
          {home.choose}
        </h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <Side to="/client-auth" icon={User} title={home.client} text={home.clientText} />
          <Side to="/login" icon={Briefcase} title={home.business} text={home.businessText} />
        </div>
      </section>
      <section aria-labelledby="how" className="mt-4 grid gap-4">
        <h2 id="how" className="text-lg font-semibold">
          {home.how}
        </h2>
        <ul className="grid gap-4 md:grid-cols-3">
          {home.steps.map((step, index) => (
            <Step key={step.title} icon={icons[index] ?? Gift} {...step} />
          ))}
        </ul>
      </section>
    </Screen>
  )
}

interface SideProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
}

function Side({ to, icon: Icon, title, text }: SideProps) {
  return (
    <Link
      to={to}
      className="group flex items-center gap-4 rounded-card border border-line bg-surface p-5 shadow-card transition-colors hover:border-brand sm:p-6"
    >
      <span
        aria-hidden="true"
        className="grid size-13 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-strong"
      >
        <Icon className="size-6" />
      </span>
      <span className="min-w-0 grow">
        <span className="block text-lg font-semibold">{title}</span>
        <span className="mt-0.5 block text-sm text-muted">{text}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-brand" />
    </Link>
  )
}

function Step({ icon: Icon, title, text }: Omit<SideProps, 'to'>) {
  return (
    <li className="rounded-card bg-sunken p-5">
      <Icon aria-hidden="true" className="size-6 text-olive" />
      <h3 className="mt-3 font-semibold">{title}</h3>
      <p className="mt-1 text-sm text-muted">{text}</p>
    </li>
  )
}
