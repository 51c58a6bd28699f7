"""The API's ground: who asks, how requests are read, and how answers, errors and documents look."""
