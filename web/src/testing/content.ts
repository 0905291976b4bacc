import type { components } from "@/api/generated/schema";

type NewsArticle = components["schemas"]["NewsArticle"];
type FaqEntry = components["schemas"]["FaqEntry"];

let lastNumber = 0;

export function anArticle(parts: Partial<NewsArticle> = {}): NewsArticle {
  lastNumber += 1;
  return {
    id: `news-${lastNumber}`,
    slug: `article-${lastNumber}`,
    title: `Article ${lastNumber}`,
    summary: "What it is about.",
    body_html: "<p>The whole text.</p>",
    cover: null,
    category: "announcement",
    coins: [],
    published_at: Math.floor(new Date(2026, 10, 5, 7, 3).getTime() / 1000),
    pinned: false,
    language: "en",
    previous: null,
    next: null,
    ...parts,
  };
}

export function anAnswer(parts: Partial<FaqEntry> = {}): FaqEntry {
  lastNumber += 1;
  return {
    id: `faq-${lastNumber}`,
    slug: `question-${lastNumber}`,
    category: "account",
    question: `Question ${lastNumber}?`,
    answer_html: `<p>Answer ${lastNumber}.</p>`,
    match: null,
    ...parts,
  };
}
