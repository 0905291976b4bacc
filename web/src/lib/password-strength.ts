export const PASSWORD_LENGTH = { least: 10, most: 128 };

export type PasswordHint =
  | "too-short"
  | "too-long"
  | "common"
  | "contains-email"
  | "repeats"
  | "sequence"
  | "longer"
  | null;

export interface PasswordStrength {
  /** 0 is rejected; 1 to 4 are weak, fair, good and strong. */
  score: 0 | 1 | 2 | 3 | 4;
  /** The most useful improvement; null if none is needed. */
  hint: PasswordHint;
}

/** The most common leaked passwords that have the minimum length. */
const COMMON = new Set(
  `0123456789 1029384756 1111111111 1122334455 1234512345 1234567890 1234567891 12345678910 123456789a 123456789q
  0987654321 9876543210 987654321a 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1234qwerasdf qwertyuiop qwertyuiop123
  qwerty1234 qwerty12345 qwerty123456 qwertyqwerty asdfghjkl1 asdfghjkl123 asdfasdfasdf zxcvbnm123 zxcvbnm1234
  password12 password123 password1234 password12345 passwordpassword passw0rd123 p@ssw0rd123 mypassword
  mypassword1 iloveyou12 iloveyou123 iloveyou1234 welcome123 welcome1234 changeme123 letmein123 letmein1234
  admin12345 administrator superman123 football123 baseball123 princess123 sunshine123 dragon12345 monkey12345
  abcdefghij abcdefghijk abcd123456 abc1234567 abc123456789 a123456789 aa12345678 q1w2e3r4t5 q1w2e3r4t5y6
  bitcoin123 bitcoin1234 blockchain ethereum123 satoshinakamoto tobethemoon tothemoon123 hodlhodlhodl`.split(
    /\s+/,
  ),
);

const SEQUENCES = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/** Shorter local parts of an e-mail address occur in good passwords by chance. */
const MIN_LOCAL_PART_LENGTH = 3;

/**
 * Estimates a password's resistance to guessing by its length and unpredictability, without composition
 * rules.
 */
export function measurePassword(password: string, email = ""): PasswordStrength {
  const length = [...password].length;
  const folded = password.toLowerCase();
  const localPart = email.split("@")[0]?.trim().toLowerCase() ?? "";
  if (length < PASSWORD_LENGTH.least) return { score: 0, hint: "too-short" };
  if (length > PASSWORD_LENGTH.most) return { score: 0, hint: "too-long" };
  if (COMMON.has(folded)) return { score: 0, hint: "common" };
  if (localPart.length >= MIN_LOCAL_PART_LENGTH && folded.includes(localPart)) {
    return { score: 0, hint: "contains-email" };
  }
  return rate(password, folded);
}

function rate(password: string, folded: string): PasswordStrength {
  const block = repeatedBlock(folded);
  const repeats = countRepeats(block);
  const steps = countSequenceSteps(block);
  // A repeated or sequential character adds almost nothing.
  const surprising = block.length - 0.8 * (repeats + steps);
  const bits = surprising * Math.log2(alphabetSize(password));
  const score = bits < 35 ? 1 : bits < 50 ? 2 : bits < 65 ? 3 : 4;
  if (score === 4) return { score, hint: null };
  if (block.length < folded.length || repeats > 2) return { score, hint: "repeats" };
  return { score, hint: steps > 2 ? "sequence" : "longer" };
}

/** "abcabcabc" is no stronger than "abc". */
function repeatedBlock(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}

function countRepeats(text: string): number {
  return [...text].filter((character, index) => index > 0 && character === text[index - 1]).length;
}

function countSequenceSteps(text: string): number {
  let steps = 0;
  for (let index = 0; index + 3 <= text.length; index += 1) {
    const run = text.slice(index, index + 3);
    const backwards = [...run].reverse().join("");
    if (SEQUENCES.some((sequence) => sequence.includes(run) || sequence.includes(backwards))) steps += 1;
  }
  return steps;
}

function alphabetSize(password: string): number {
  let size = 0;
  if (/[a-z]/.test(password)) size += 26;
  if (/[A-Z]/.test(password)) size += 26;
  if (/\d/.test(password)) size += 10;
  if (/[^a-zA-Z\d]/.test(password)) size += 33;
  const distinct = new Set(password).size;
  // Few distinct characters count as a small alphabet.
  return Math.max(2, Math.min(size, distinct * 4));
}
