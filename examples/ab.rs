//! scratch
use rand::{SeedableRng, rngs::StdRng, seq::IndexedRandom};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use triptych::board::Side;
use triptych::game::Record;
use triptych::search::{Limits, Params, Searchable, Stop, Team, params::NEVER};
use triptych::variant::{Variant, Visitor};

fn apply(p: &mut Params, spec: &str) {
    for item in spec.split(',').filter(|s| !s.is_empty()) {
        let (k, v) = item.split_once('=').unwrap();
        let v: i32 = if v == "never" { NEVER } else { v.parse().unwrap() };
        match k {
            "rfd" => p.reverse_futility_depth = v,
            "rfm" => p.reverse_futility_margin = v,
            "rzd" => p.razor_depth = v,
            "rzm" => p.razor_margin = v,
            "nd" => p.null_depth = v,
            "nb" => p.null_base = v,
            "ns" => p.null_slope = v,
            "id" => p.internal_depth = v,
            "ld" => p.late_depth = v,
            "lb" => p.late_base = v,
            "fd" => p.futility_depth = v,
            "fb" => p.futility_base = v,
            "fm" => p.futility_margin = v,
            "hd" => p.history_depth = v,
            "hm" => p.history_margin = v,
            "rb" => p.reduction_base = v,
            "rs" => p.reduction_slope = v,
            "rh" => p.reduction_history = v,
            "sd" => p.singular_depth = v,
            "ce" => p.check_extension = v != 0,
            "se" => p.single_extension = v != 0,
            "corr" => p.correction = v != 0,
            "cont" => p.continuation = v != 0,
            "asp" => p.aspiration = v,
            "fade" => p.fading = v != 0,
            "pd" => p.probcut_depth = v,
            "pm" => p.probcut_margin = v,
            _ => panic!("{k}"),
        }
    }
}
struct Run {
    a: String,
    b: String,
    games: usize,
    nodes: u64,
    ms: u64,
    threads: usize,
}
impl Visitor for Run {
    type Output = ();
    fn visit<G: Searchable>(self, s: G::Setting) {
        let next = AtomicUsize::new(0);
        let tally = Mutex::new(([0usize; 3], [0usize; 5], 0usize, [0u64; 4]));
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    let mut teams = [Team::<G>::new(1, 16).unwrap(), Team::<G>::new(1, 16).unwrap()];
                    let mut pa = G::POLICY.params;
                    apply(&mut pa, &self.a);
                    teams[0].set_params(pa);
                    let mut pb = G::POLICY.params;
                    apply(&mut pb, &self.b);
                    teams[1].set_params(pb);
                    let limits = Limits {
                        nodes: (self.nodes > 0).then_some(self.nodes),
                        move_time: (self.ms > 0).then(|| Duration::from_millis(self.ms)),
                        ..Limits::default()
                    };
                    loop {
                        let pair = next.fetch_add(1, Ordering::SeqCst);
                        if pair >= self.games / 2 {
                            return;
                        }
                        let mut rng = StdRng::seed_from_u64(pair as u64 + 1000);
                        let start = loop {
                            let mut r = Record::new(G::parse(G::START, s).unwrap());
                            for _ in 0..8 {
                                let l = r.position().legal();
                                if let (Some(&m), None) = (l.choose(&mut rng), r.outcome()) {
                                    r.play(m);
                                }
                            }
                            if r.outcome().is_some() {
                                continue;
                            }
                            teams[0].forget();
                            let rep = teams[0].search(
                                &r,
                                &Limits { nodes: Some(3000), ..Limits::default() },
                                Duration::ZERO,
                                &Stop::new(),
                                &mut |_| {},
                            );
                            if rep.score.value().abs() < 250 {
                                break r;
                            }
                        };
                        let mut points = 0;
                        for swap in 0..2 {
                            teams.iter_mut().for_each(Team::forget);
                            let mut r = Record::new(start.position().clone());
                            let out = loop {
                                if let Some(o) = r.outcome() {
                                    break o;
                                }
                                let who = (r.turn().index()) ^ swap;
                                let rep = teams[who].search(&r, &limits, Duration::ZERO, &Stop::new(), &mut |_| {});
                                {
                                    let mut t = tally.lock().unwrap();
                                    t.3[who] += rep.nodes;
                                    t.3[2 + who] += u64::from(rep.depth);
                                    t.2 += 1;
                                }
                                r.play(rep.line[0]);
                            };
                            let res = match out.winner {
                                None => 1,
                                Some(Side::White) => {
                                    if swap == 0 {
                                        2
                                    } else {
                                        0
                                    }
                                }
                                Some(Side::Black) => {
                                    if swap == 0 {
                                        0
                                    } else {
                                        2
                                    }
                                }
                            };
                            points += res;
                            tally.lock().unwrap().0[res] += 1;
                        }
                        tally.lock().unwrap().1[points] += 1;
                    }
                });
            }
        });
        let (wdl, penta, moves, st) = *tally.lock().unwrap();
        let n: f64 = penta.iter().sum::<usize>() as f64;
        let mean: f64 = penta.iter().enumerate().map(|(i, &c)| i as f64 / 4.0 * c as f64).sum::<f64>() / n;
        let var: f64 =
            penta.iter().enumerate().map(|(i, &c)| (i as f64 / 4.0 - mean).powi(2) * c as f64).sum::<f64>() / n;
        let elo = |x: f64| -400.0 * (1.0 / x.clamp(0.001, 0.999) - 1.0).log10();
        let e = 1.96 * (var / n).sqrt();
        println!(
            "{} A[{}] vs B[{}]: +{} ={} -{}  {:.1}%  elo {:.1} [{:.1},{:.1}] penta {:?} plies/game {} depth A {:.1} B {:.1}",
            G::NAME,
            self.a,
            self.b,
            wdl[2],
            wdl[1],
            wdl[0],
            mean * 100.0,
            elo(mean),
            elo(mean - e),
            elo(mean + e),
            penta,
            moves / (wdl.iter().sum::<usize>()).max(1),
            st[2] as f64 / (moves as f64 / 2.0),
            st[3] as f64 / (moves as f64 / 2.0)
        );
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let v: Variant = a[1].parse().unwrap();
    v.visit(
        None,
        Run {
            a: a[2].clone(),
            b: a[3].clone(),
            games: a[4].parse().unwrap(),
            nodes: a[5].parse().unwrap(),
            ms: a.get(6).map_or(0, |x| x.parse().unwrap()),
            threads: a.get(7).map_or(2, |x| x.parse().unwrap()),
        },
    )
    .unwrap();
}
