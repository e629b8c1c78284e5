company = {
    "name": "Acme",
    "teams": [
        {"name": "dev", "people": [{"name": "ann", "skills": ["py", "js"], "salary": 100}, {"name": "bob", "skills": [], "salary": 80}]},
        {"name": "ops", "people": [{"name": "cid", "skills": ["sh"], "salary": 90}]},
        {"name": "empty", "people": []},
    ],
}
for team in company["teams"]:
    salaries = [person["salary"] for person in team["people"]]
    print(team["name"], len(team["people"]), sum(salaries), max(salaries, default=None), round(sum(salaries) / len(salaries), 2) if salaries else "n/a")
everyone = {person["name"]: {**person, "team": team["name"]} for team in company["teams"] for person in team["people"]}
print(sorted(everyone), everyone["ann"], everyone["cid"]["skills"][0])
skills = sorted({skill for person in everyone.values() for skill in person["skills"]})
print(skills, {skill: [n for n, p in everyone.items() if skill in p["skills"]] for skill in skills})
def get(data, path, default=None):
    for key in path.split("."):
        try:
            data = data[int(key)] if key.isdigit() else data[key]
        except (KeyError, IndexError, TypeError):
            return default
    return data
print(get(company, "teams.0.people.1.name"), get(company, "teams.9.name"), get(company, "name.x.y", "?"), get(company, "teams.2.people"))
def transform(data):
    if isinstance(data, dict):
        return {k.upper(): transform(v) for k, v in data.items()}
    if isinstance(data, list):
        return [transform(v) for v in data]
    return data * 2 if isinstance(data, int) else data
print(transform(company["teams"][1]))
def paths(data, prefix=()):
    if isinstance(data, dict):
        for k, v in data.items():
            yield from paths(v, prefix + (k,))
    elif isinstance(data, list):
        for i, v in enumerate(data):
            yield from paths(v, prefix + (i,))
    else:
        yield prefix, data
for path, value in paths(company["teams"][0]["people"]):
    print(".".join(map(str, path)), value)
company["teams"][0]["people"][0]["salary"] += 10
company["teams"][-1]["people"].append({"name": "dan"})
del company["teams"][1]
print(company["teams"][-1], len(company["teams"]), company["teams"][0]["people"][0]["salary"])
matrix = {(r, c): r * c for r in range(3) for c in range(3)}
print(matrix[2, 2], sum(matrix.values()), [k for k, v in matrix.items() if v == 2], (1, 1) in matrix)
a = [[1, 2], [3]]
b = [row[:] for row in a]
c = a[:]
a[0].append(9)
print(a, b, c, a == c, a == b)
