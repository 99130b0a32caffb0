/** A letter's text as HTML: the same words, its links to be pressed, its code to be seen. Looks the same in every mail program. */
export const letterHtml = (subject: string, text: string): string => {
  const paragraphs = text.trim().split(/\n{2,}/)
  const body = paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${linesOf(paragraph)}</p>`).join('')
  return `<!doctype html><html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(subject)}</title></head>
<body style="margin:0;background:#f6f2ec;color:#2b2320;font:16px/1.6 Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;background:#fff;border-radius:12px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font:600 24px/1.2 Georgia,serif;color:#7a2e2e">Garbo</p>
<h1 style="margin:0 0 16px;font:600 20px/1.3 Georgia,serif">${escaped(subject)}</h1>
${body}</td></tr></table></td></tr></table></body></html>
`
}

const linesOf = (paragraph: string): string =>
  paragraph
    .split('\n')
    .map((line) => (isLink(line) ? button(line) : emphasised(escaped(line))))
    .join('<br>')

const isLink = (line: string) => /^https?:\/\/\S+$/.test(line)

const button = (address: string) =>
  `<a href="${escaped(address)}" style="display:inline-block;margin-top:8px;padding:12px 20px;border-radius:8px;background:#7a2e2e;color:#fff;text-decoration:none">Apri il link</a>` +
  `<br><span style="font-size:13px;word-break:break-all">${escaped(address)}</span>`

const emphasised = (line: string) =>
  line.replaceAll(/\b\d{6}\b/g, '<strong style="font-size:22px;letter-spacing:3px">$&</strong>')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign)
